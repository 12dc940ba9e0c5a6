"""Signatures over audit files: SSHSIG as ssh-keygen makes and checks it, allowed signers, verification, DSSE.

Everything that reads (``wire``, ``keys``, ``sshsig``, ``allowed``, ``checks``) is made of functions from bytes to
values; ``agent``, ``programs`` and ``private`` reach keys. The mathematics is that of the library ``cryptography``,
loaded where a signature is made or checked.
"""
