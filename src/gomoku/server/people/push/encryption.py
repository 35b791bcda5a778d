"""Encryption of push messages for one browser: RFC 8291, in the coding `aes128gcm` of RFC 8188."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gomoku.server.people.push.vapid import public_bytes

RECORD: Final = 4096
"""Size of the one record of a message; push services accept no more."""
MAX_TEXT: Final = 3000
"""Bytes of a message's text, well below what fits into a record."""
SALT: Final = 16
AUTH: Final = 16
"""Bytes of a browser's authentication secret."""
_KEY_INFO: Final = b"Content-Encoding: aes128gcm\0"
_NONCE_INFO: Final = b"Content-Encoding: nonce\0"
_LAST_RECORD: Final = b"\x02"


def browser_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """A browser's public key. Raises ValueError."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def message_keys(shared: bytes, auth: bytes, browser: bytes, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Key and nonce of a message, from the shared secret and the public keys of both sides."""
    ikm = _hkdf(shared, auth, b"WebPush: info\0" + browser + sender, 32)
    return _hkdf(ikm, salt, _KEY_INFO, 16), _hkdf(ikm, salt, _NONCE_INFO, 12)


def encrypt(
    text: bytes, browser: bytes, auth: bytes, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a message for a browser. `key` and `salt` are used once; only tests give them."""
    assert len(text) <= MAX_TEXT
    key, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(SALT)
    sender = public_bytes(key.public_key())
    secret, nonce = message_keys(key.exchange(ec.ECDH(), browser_key(browser)), auth, browser, sender, salt)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(secret).encrypt(nonce, text + _LAST_RECORD, None)


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
