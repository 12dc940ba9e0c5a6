"""With which key to sign, and by whom: an agent, ssh-keygen, or this process, in this order.

Without a key named: what the ssh-agent holds, then git's user.signingkey, then ~/.ssh/id_ed25519. Whoever signs, the
signature is checked here before it is written anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import ChoiceNeeded, UsageError
from ..value import value
from . import sshsig
from .agent import Agent, AgentError, AgentKey
from .keys import ED25519, PublicKey, key_of_line
from .private import Ask, KeyFileError, is_private, open_ed25519, public_key_of
from .programs import KeygenUnusable, git_setting, sign_with_keygen
from .wire import BadSignature, Wire, string

DEFAULT_KEY = Path(".ssh") / "id_ed25519"
"""Below the user's home folder."""


@value
class Signer:
    """A key that can sign. ``told`` says where it was found. ``held`` is the agent's, ``file`` a key file."""

    key: PublicKey
    told: str
    agent: Agent | None = None
    held: AgentKey | None = None
    file: Path | None = None

    def sign(self, message: bytes, ask: Ask) -> tuple[bytes, str]:
        """A signature file over ``message``, and by what it was made.

        Raises AgentError, KeyFileError, KeygenFailed; BadSignature where what came is no signature of this key.
        """
        raw, by = self._signed(message, ask)
        made = sshsig.read_signature(raw)
        if made.key.blob != self.key.blob:
            raise BadSignature(f"the signature is by another key, {made.key.fingerprint}")
        sshsig.check(made, message)
        return raw, by

    def sign_plain(self, message: bytes, ask: Ask) -> bytes:
        """64 bytes of Ed25519 over ``message`` itself, for envelopes. Raises as ``sign``, and UsageError for a key that
        cannot."""
        if self.key.kind != ED25519 or self.key.certificate is not None:
            raise UsageError(
                f"an envelope is signed with a plain Ed25519 key, this is {self.key.kind}, or a certificate",
                hint="the signature file beside the audit needs no envelope",
            )
        if self.agent is not None and self.held is not None:
            wire = Wire(self.agent.sign(self.held, message), "the agent's signature")
            wire.name()
            return wire.string()
        assert self.file is not None
        return open_ed25519(self.file, ask).sign(message)

    def _signed(self, message: bytes, ask: Ask) -> tuple[bytes, str]:
        if self.agent is not None and self.held is not None:
            made = self.agent.sign(self.held, sshsig.signed_bytes(message))
            return sshsig.signature_file(self.held.offered, made), "ssh-agent"
        assert self.file is not None
        try:
            return sign_with_keygen(self.file, message), "ssh-keygen"
        except KeygenUnusable as error:
            if self.key.kind != ED25519 or self.key.certificate is not None:
                what = "certificate" if self.key.certificate is not None else f"key of the kind {self.key.kind}"
                raise KeyFileError(
                    f"a {what} cannot be used: {error.message}",
                    where=str(self.file),
                    hint=error.hint,
                ) from None
        made = open_ed25519(self.file, ask).sign(sshsig.signed_bytes(message))
        return sshsig.signature_file(self.key.blob, string(ED25519.encode()) + string(made)), "this process"


def choose_signer(
    named: Path | None, *, wanted: str | None, home: Path, agent: Agent | None, git: Callable[[str], str] = git_setting
) -> Signer:
    """The signer for ``named`` (a private or public key file), or the first that is found where it is None.

    ``wanted`` is the fingerprint that the audit declares, if it does. Raises KeyFileError, ChoiceNeeded where several
    keys would do, UsageError where there is none or another one.
    """
    held, gone = _held(agent)
    if named is not None:
        signer = _of_file(named, "--key", agent, held)
    else:
        signer = _first(agent, held, wanted, gone, lambda: _preferred(home, agent, held, git))
    if wanted is not None and signer.key.fingerprint != wanted:
        raise UsageError(
            f"the audit declares the key {wanted} for this signer, not {signer.key.fingerprint} ({signer.told})",
            hint="name the right one with --key FILE",
        )
    return signer


def _first(
    agent: Agent | None,
    held: Sequence[AgentKey],
    wanted: str | None,
    gone: str,
    preferred: Callable[[], Sequence[Signer]],
) -> Signer:
    """The agent's only key, or the one that is wanted or preferred; ``preferred`` is asked where that is not enough."""
    inside = [
        Signer(key=one.key, told=f"ssh-agent, {one.comment!r}", agent=agent, held=one)
        for one in held
        if one.key.certificate is None
    ]
    if len(inside) == 1 and wanted in (None, inside[0].key.fingerprint):
        return inside[0]
    found = preferred()
    for signer in (*inside, *found):
        if signer.key.fingerprint == wanted:
            return signer
    in_agent = [signer for signer in found if signer.held is not None]
    if in_agent:  # the agent holds several, and git or the default says which of them is yours
        return in_agent[0]
    if len(inside) > 1 and wanted is None:
        listed = "; ".join(f"{signer.key.fingerprint} {signer.told}" for signer in inside[:10])
        raise ChoiceNeeded(
            f"the ssh-agent holds {len(inside)} keys: {listed}", hint="name one by its public key file: --key FILE.pub"
        )
    for signer in (*inside, *found):
        return signer
    raise UsageError(
        f"there is no key to sign with{gone}",
        hint="make one with: proofsieve keygen, or name one with --key FILE",
    )


def _preferred(home: Path, agent: Agent | None, held: Sequence[AgentKey], git: Callable[[str], str]) -> list[Signer]:
    """The keys of git's settings and of the user's folder, those that are there."""
    found = []
    setting = git("user.signingkey") if git("gpg.format") == "ssh" else ""
    literal = setting.removeprefix("key::")
    if literal.startswith(("ssh-", "ecdsa-", "sk-")):
        try:
            key = key_of_line(literal)
        except BadSignature as fault:
            raise UsageError(f"git's user.signingkey is no key: {fault}") from None
        found += [_in_agent(one, "git's user.signingkey", agent) for one in held if one.key.blob == key.blob]
    elif setting:
        path = home / setting[2:] if setting.startswith("~/") else Path(setting)
        found.append(_of_file(path, "git's user.signingkey", agent, held))
    default = home / DEFAULT_KEY
    if default.exists():
        found.append(_of_file(default, "the default key", agent, held))
    return found


def _of_file(path: Path, told: str, agent: Agent | None, held: Sequence[AgentKey]) -> Signer:
    key = public_key_of(path)
    for one in held:
        if one.key == key:
            return _in_agent(one, told, agent)
    private = path if is_private(path) else _private_beside(path)
    if private is None:
        raise KeyFileError(
            "this is a public key, and no ssh-agent holds its private one",
            where=str(path),
            hint="name the private key file, or add it to the agent: ssh-add FILE",
        )
    # ssh-keygen finds the private key of a certificate by its name, and signs with the certificate.
    file = private if key.certificate is None else path
    return Signer(key=key, told=f"{told}, {file}", file=file)


def _private_beside(path: Path) -> Path | None:
    """FILE of FILE.pub and FILE-cert.pub, if it is there."""
    for suffix in ("-cert.pub", ".pub"):
        if path.name.endswith(suffix) and len(path.name) > len(suffix):
            private = path.with_name(path.name.removesuffix(suffix))
            return private if private.exists() else None
    return None


def _in_agent(one: AgentKey, told: str, agent: Agent | None) -> Signer:
    return Signer(key=one.key, told=f"{told}, in the ssh-agent", agent=agent, held=one)


def _held(agent: Agent | None) -> tuple[tuple[AgentKey, ...], str]:
    """The agent's keys; none, and why in brackets, where it does not answer: then other places are tried."""
    if agent is None:
        return (), ""
    try:
        return agent.keys(), ""
    except AgentError as error:
        return (), f" ({error.message})"
