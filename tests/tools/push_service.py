"""A push service of our own, and browsers that subscribe to it: over the wire, and opened by http_ece."""

import base64
import datetime as dt
import hashlib
import json
import queue
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat


def written(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


class Service:
    """Whatever takes our posts: it keeps them, and answers as it is told."""

    def __init__(self) -> None:
        self.posts: queue.Queue[tuple[float, str, dict[str, str], bytes]] = queue.Queue()
        self.answers: dict[str, Any] = {}
        self.ahead = 0.0  # seconds by which its clock is ahead of this machine's
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.posts.put((time.monotonic(), self.path, headers, body))
                service.answers.get(self.path, created)(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def wrap(self, context: ssl.SSLContext) -> None:
        """Speak TLS from now on."""
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next(self, seconds: float = 10) -> tuple[float, str, dict[str, str], bytes]:
        return self.posts.get(timeout=seconds)

    def answer(self, path: str, *statuses: int) -> None:
        """Answer with one status after the other there, the last one from then on."""
        left = list(statuses)

        def say(handler: BaseHTTPRequestHandler) -> None:
            status = left.pop(0) if len(left) > 1 else left[0]
            handler.send_response(status)
            handler.end_headers()

        self.answers[path] = say


def created(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(201)
    handler.end_headers()


class Phone:
    """A browser that was subscribed to a push service: it alone can read what comes there."""

    def __init__(self, service: Service, client: Any, key: str, name: str = "phone") -> None:
        self.service, self.client, self.key, self.path = service, client, key, f"/push/{name}-{key}"
        self._private, self._auth = ec.generate_private_key(ec.SECP256R1()), b"sixteen  letters"
        self.endpoint = service.address + self.path
        self.server_key = ""

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": written(point), "auth": written(self._auth)}
        return {"endpoint": self.endpoint, **keys, "name": "Firefox on Linux", "language": "en"}

    def subscribe(self, **other: Any) -> "Phone":
        body = {**self.subscription, **other}
        answer = self.client.post("/api/me/notices/devices", json=body, headers={"X-Key": self.key})
        assert answer.status_code == 200, answer.text
        self.server_key = answer.json()["key"]
        assert hashlib.sha256(self.endpoint.encode()).hexdigest() in [
            d["id"] for d in answer.json()["devices"]
        ]
        return self

    def read(self, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        """What was sent, once the sender has proved who they are; the reference implementation opens it."""
        assert headers["content-encoding"] == "aes128gcm"
        at = time.time() + self.service.ahead
        check_sender(headers["authorization"], self.server_key, self.service.address, at)
        opened = http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth)
        found: dict[str, Any] = json.loads(opened)
        return found


def check_sender(authorization: str, known: str, audience: str, at: float) -> None:
    """As RFC 8292 has it: an ES256 signature, for this service alone, by the key that was subscribed to."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", known)
    signed, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(bytes_of(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == audience
    assert at < claims["exp"] <= at + 24 * 3600
    raw = bytes_of(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(known))
    key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))


def certified(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for a name, which vouches for itself, and its key."""
    key, issued = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(issued - dt.timedelta(days=1))
        .not_valid_after(issued + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / f"{name}.pem", folder / f"{name}.key"
    paths[0].write_bytes(made.public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths
