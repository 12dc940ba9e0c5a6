"""One HTTP request to an OpenAI-compatible endpoint: sent once, read with bounds, every failure a WireFault.

The library's own retries are off: two layers multiply. Its objects hold the key and never leave this file; its errors
hold the request with its headers, so that none of them is chained to ours.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from .endpoint import CONNECT_SECONDS, Endpoint
from .requests import Reply
from .secrecy import Secrets
from .wire import MAX_BODY, WireFault, WireKind, bounded, read_completion, read_stream, status_fault

_MAX_ERROR = 64 * 1024
_LONG = 16
_PACKED = ("", "identity", "gzip", "deflate")
_HOW_TO_READ = "x-stainless-raw-response"  # the library looks at it again when the answer is there


class Sending(Protocol):
    """Sends one request; a test puts another one in its place."""

    async def send(self, body: Mapping[str, Any]) -> Reply:
        """The reply to ``body``. Raises WireFault."""
        ...

    async def aclose(self) -> None:
        """Close connections."""
        ...


class Client:
    """An endpoint over the network, with the openai library. Connects on first use, from one event loop."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._opening = asyncio.Lock()
        self._openai: Any = None
        self._httpx: Any = None
        self._client: Any = None
        self._secrets = Secrets(())

    def __repr__(self) -> str:
        return f"Client({self._endpoint.address.recorded})"

    async def send(self, body: Mapping[str, Any]) -> Reply:
        """The reply to ``body``, whole within the endpoint's time limit, without any secret that was sent. Raises
        WireFault."""
        try:
            return self._secrets.out_of_reply(await self._sent(body))
        except WireFault as fault:
            raise self._secrets.out_of_fault(fault) from None

    async def _sent(self, body: Mapping[str, Any]) -> Reply:
        try:
            client = await self._opened()
        except (ValueError, ImportError, OSError) as error:
            # A proxy's address, a certificate file, a header from the environment; they may hold a password.
            raise _set_up_fault(error) from None
        library = self._openai
        try:
            async with asyncio.timeout(self._endpoint.timeout + CONNECT_SECONDS):
                opening = client.chat.completions.with_streaming_response.create(**body)
                async with opening as response:
                    content_type = response.headers.get("content-type", "").lower()
                    if body.get("stream") and "text/event-stream" in content_type:
                        return await read_stream(response.iter_bytes())
                    return read_completion(await bounded(response.iter_bytes(), MAX_BODY), content_type)
        except (TimeoutError, library.APITimeoutError) as error:
            raise self._timed_out(error) from None
        except library.APIConnectionError as error:
            raise _connection_fault(error.__cause__) from None
        except library.APIStatusError as error:
            # The hook below sees a refusal first; this one is for a status that httpx and we read differently.
            raise status_fault(error.status_code, b"", {}) from None
        except library.OpenAIError as error:
            raise WireFault(WireKind.BROKEN, type(error).__name__) from None
        except (ValueError, self._httpx.InvalidURL) as error:
            raise _set_up_fault(error) from None
        except (self._httpx.HTTPError, self._httpx.StreamError, OSError) as error:
            # While the body is read the transport's own errors come through.
            fault = self._timed_out(error) if "Timeout" in type(error).__name__ else _connection_fault(error)
            raise fault from None

    async def aclose(self) -> None:
        """Close connections; safe to call again."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _opened(self) -> Any:
        async with self._opening:
            if self._client is None:
                # Half a second of imports, in which a screen must go on drawing.
                self._openai, self._httpx = await asyncio.to_thread(_libraries)
                self._client = self._open(self._openai)
                self._secrets = self._sent_along()
            return self._client

    def _open(self, library: Any) -> Any:
        endpoint, address = self._endpoint, self._endpoint.address
        timeout = library.Timeout(endpoint.timeout, connect=CONNECT_SECONDS, pool=None)
        transport = library.DefaultAsyncHttpxClient(
            # What is asked of this machine must not go out to a proxy.
            trust_env=not address.loopback,
            # A redirect would send the proof to an address that nobody chose.
            follow_redirects=False,
            timeout=timeout,
            event_hooks={"request": [self._say_less], "response": [self._refuse]},
        )
        return library.AsyncOpenAI(
            # The library insists on one; _say_less takes it out again.
            api_key=endpoint.key.reveal() if endpoint.key is not None else "none",
            base_url=address.base,
            default_query=dict(address.query),
            default_headers={"User-Agent": "proofsieve", "Accept-Encoding": "identity"},
            max_retries=0,
            timeout=timeout,
            http_client=transport,
        )

    def _sent_along(self) -> Secrets:
        """What goes out beside the question: the key, long values of the address's query (short ones are versions and
        names, which are words too), the library's organisation and project."""
        endpoint, client = self._endpoint, self._client
        key = endpoint.key.reveal() if endpoint.key is not None else ""
        return Secrets(
            (
                key,
                *(text for _, text in endpoint.address.query if len(text) >= _LONG),
                client.organization or "",
                client.project or "",
            )
        )

    async def _say_less(self, request: Any) -> None:
        """Leave out what the library tells of this machine (system, processor, Python), and a key that is none."""
        for name in [name for name in request.headers if name.lower().startswith("x-stainless")]:
            if name.lower() != _HOW_TO_READ:
                del request.headers[name]
        if self._endpoint.key is None:
            request.headers.pop("Authorization", None)

    async def _refuse(self, response: Any) -> None:
        """Turn whatever is no success into a fault before the library reads an error of any size into memory, and what
        is packed in a way that nobody asked for before a few bytes become gigabytes."""
        status = response.status_code
        if response.headers.get("content-encoding", "").strip().lower() not in _PACKED:
            raise WireFault(WireKind.BROKEN, "the reply is packed in a way that was not asked for", status=status)
        if status < 300:
            return
        if status < 400:
            raise WireFault(WireKind.NOT_AN_ENDPOINT, "the address only points to another one", status=status)
        raw = b""
        async for chunk in response.aiter_bytes():
            raw += chunk
            if len(raw) > _MAX_ERROR:
                break
        # Before anything is cut: half a key would not be found any more.
        said = self._secrets.out_of_refusal(raw[:_MAX_ERROR].decode("utf-8", "replace"))
        raise status_fault(status, said.encode(), response.headers)

    def _timed_out(self, error: BaseException) -> WireFault:
        if type(error.__cause__ or error).__name__ == "ConnectTimeout":
            return WireFault(WireKind.UNREACHABLE, f"nobody answers within {CONNECT_SECONDS} s")
        return WireFault(WireKind.TIMEOUT, f"no whole answer within {self._endpoint.timeout:g} s")


def _libraries() -> tuple[Any, Any]:
    """The library and its transport, silenced: their logs hold whole addresses and response headers."""
    import httpx2
    import openai

    for name in ("openai", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    return openai, httpx2


def _set_up_fault(error: Exception) -> WireFault:
    return WireFault(WireKind.SET_UP, f"the connection cannot be set up ({type(error).__name__})")


def _connection_fault(cause: BaseException | None) -> WireFault:
    name = type(cause).__name__
    if name in ("ConnectError", "ConnectTimeout"):
        return WireFault(WireKind.UNREACHABLE, str(cause)[:200] or "no connection")
    if name == "UnsupportedProtocol" or name == "InvalidURL":
        return WireFault(WireKind.NOT_AN_ENDPOINT, "this is no address of an endpoint")
    return WireFault(WireKind.BROKEN, f"the connection broke ({name})")
