"""Web push: a message sealed for one browser (RFC 8291), sent in the name of this server (RFC 8292)."""

import base64
import secrets
import struct
import time

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes; a message is one record
VALID_SECONDS = 12 * 3600  # of a signature
SECRET_BYTES = 16  # that a browser shares with us
LAST = b"\2"  # ends the last record


def written(content: bytes) -> str:
    """Bytes as they stand in headers and addresses."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The other way round."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser(msgspec.Struct, frozen=True):
    """The keys of a browser that wants messages; a wrong one is a ValueError."""

    point: bytes
    secret: bytes

    def __post_init__(self) -> None:
        _point(self.point)
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a shared secret has {SECRET_BYTES} bytes")


def _point(encoded: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, encoded)


def _encoded(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def seal(content: bytes, browser: Browser) -> bytes:
    """A message that only this browser can read, not even the service that carries it."""
    once, salt = ec.generate_private_key(CURVE), secrets.token_bytes(16)
    shared, ours = once.exchange(ec.ECDH(), _point(browser.point)), _encoded(once)
    both = _derived(shared, browser.secret, b"WebPush: info\0" + browser.point + ours, 32)
    key = _derived(both, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(both, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", RECORD, len(ours)) + ours
    return head + AESGCM(key).encrypt(nonce, content + LAST, None)


def _derived(secret: bytes, salt: bytes, what: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, what).derive(secret)


class Sender:
    """The key by which push services know this server, and nobody else speaks in its name."""

    def __init__(self, secret: str, contact: str = "") -> None:
        self._key = ec.derive_private_key(int.from_bytes(bytes_of(secret), "big"), CURVE)
        self._contact = contact
        self.public = written(_encoded(self._key))

    @staticmethod
    def new_secret() -> str:
        """A key that nobody has had before."""
        number = ec.generate_private_key(CURVE).private_numbers().private_value
        return written(number.to_bytes(32, "big"))

    def authorization(self, origin: str) -> str:
        """What shows a push service who sends a message: signed for it alone, and for half a day."""
        claims = {"aud": origin, "exp": int(time.time()) + VALID_SECONDS}
        if self._contact:
            claims["sub"] = self._contact
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(written(msgspec.json.encode(part)) for part in (head, claims))
        return f"vapid t={signed}.{written(self._signature(signed.encode()))}, k={self.public}"

    def _signature(self, content: bytes) -> bytes:
        both = decode_dss_signature(self._key.sign(content, ec.ECDSA(hashes.SHA256())))
        return b"".join(number.to_bytes(32, "big") for number in both)
