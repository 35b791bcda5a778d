"""Hashes of passphrases: Argon2id, and scrypt for older ones."""

import base64
import hashlib
import hmac
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import HashingError, VerificationError, VerifyMismatchError

_HASHER: Final = PasswordHasher(time_cost=4, memory_cost=19 * 1024, parallelism=1)
"""19 MiB and about 40 ms per hash: the memory that OWASP recommends, twice its passes. The hash records its parameters."""
_SCRYPT: Final = "scrypt$"
"""Prefix of hashes made before Argon2: `scrypt$salt$digest`."""


def hashed(passphrase: str) -> str:
    """A salted hash to be stored. Takes time: run it in a thread. Raises MemoryError."""
    try:
        return _HASHER.hash(passphrase)
    except HashingError as error:  # with parameters that are valid, only memory can be the reason
        raise MemoryError(str(error)) from None


def verify(passphrase: str, stored: str) -> bool:
    """Is this the passphrase of a stored hash? Takes time: run it in a thread. Raises MemoryError."""
    if stored.startswith(_SCRYPT):
        return _verify_scrypt(passphrase, stored)
    try:
        return _HASHER.verify(stored, passphrase)
    except VerifyMismatchError:
        return False
    except VerificationError as error:
        raise MemoryError(str(error)) from None


def needs_rehash(stored: str) -> bool:
    """Was the hash made by another algorithm or at another cost than new ones?"""
    return stored.startswith(_SCRYPT) or _HASHER.check_needs_rehash(stored)


def _verify_scrypt(passphrase: str, stored: str) -> bool:
    _, salt, digest = stored.split("$")
    found = hashlib.scrypt(
        passphrase.encode(), salt=base64.b64decode(salt), n=2**14, r=8, p=1, maxmem=32 * 1024 * 1024, dklen=32
    )
    return hmac.compare_digest(found, base64.b64decode(digest))
