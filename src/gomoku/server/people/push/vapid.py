"""VAPID (RFC 8292): the key pair that identifies the server to push services."""

import base64
import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

TOKEN_LIFETIME: Final = 12 * 3600
"""Seconds for which a token is valid; push services accept at most 24 hours."""
COORDINATE: Final = 32
"""Bytes of a number of the curve P-256."""


def base64url(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: str) -> bytes:
    """Inverse of `base64url`. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point of 65 bytes."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class BadKeyError(ValueError):
    """The file holds no usable key."""


@dataclass(frozen=True)
class Vapid:
    """A server's key and the address at which its operator is reached."""

    key: ec.EllipticCurvePrivateKey
    contact: str
    """`mailto:` or `https:` address."""

    @property
    def public(self) -> str:
        """The public key, as browsers take it."""
        return base64url(public_bytes(self.key.public_key()))

    def authorization(self, endpoint: str, now: float) -> str:
        """`Authorization` header of a message to this endpoint. `now` in seconds."""
        scheme, host, *_ = urlsplit(endpoint)
        host = host.lower().removesuffix(":443")  # an origin does not name the usual port
        claims = {"aud": f"{scheme}://{host}", "exp": int(now) + TOKEN_LIFETIME, "sub": self.contact}
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        signed = ".".join(base64url(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(COORDINATE, "big") + s.to_bytes(COORDINATE, "big")
        return f"vapid t={signed}.{base64url(signature)}, k={self.public}"


def new_key() -> bytes:
    """A new private key, as a PEM file."""
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def read_key(pem: bytes) -> ec.EllipticCurvePrivateKey:
    """The private key of a PEM file. Raises BadKeyError."""
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadKeyError("no private key without a passphrase") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise BadKeyError("not a key of the curve P-256")
    return key
