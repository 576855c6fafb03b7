"""Real proxies with TLS in front of a server, set up by the very files of deploy/."""

import getpass
import re
import shutil
import ssl
import subprocess
import time
from pathlib import Path
from typing import Literal

import httpx
import pytest
from servers import PATIENCE, Server, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
BELOW = "/races/"
CLUB = "the club’s own page"
MAIN = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include conf.d/*.conf;
}}
"""
CLUB_SITE = """
server {{
    listen 127.0.0.1:{port} ssl http2;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    location / {{ return 200 "{club}"; }}
    include snippets/gruppetto-under-a-path.conf;
}}
"""
Place = Literal["root", "path"]


class Front:
    """A proxy in a process of its own; `address` is where the app is, as people type it."""

    def __init__(self, folder: Path, behind: Server, place: Place) -> None:
        self.folder, self.behind, self.place = folder, behind, place
        self.port, self.plain_port = free_port(), free_port()
        self.site = f"https://localhost:{self.port}"
        self.address = self.site + (BELOW if place == "path" else "/")
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        folder.mkdir()

    def start(self) -> None:
        self.make_certificate()
        with (self.folder / "told.log").open("wb") as told:
            self.process = subprocess.Popen(self.command(), stdout=told, stderr=told)
        self._wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def command(self) -> list[str]:
        """Set up what the proxy reads: how it is started."""
        raise NotImplementedError

    def trust(self) -> ssl.SSLContext:
        """What a client needs to believe in the certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def make_certificate(self) -> None:
        """One that nobody has signed but ourselves."""
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
        ]
        command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        command += ["-keyout", str(self.key), "-out", str(self.certificate)]
        subprocess.run(command, check=True, capture_output=True)

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"{self.address}api/health", verify=self.trust()).raise_for_status()
            except httpx.HTTPError:
                told = (self.folder / "told.log").read_text()
                assert self.process.poll() is None, told
                assert time.monotonic() < end, told
                time.sleep(0.1)
            else:
                return


class Nginx(Front):
    """Debian's nginx, with the files of deploy/nginx where docs/deploy.md says."""

    def command(self) -> list[str]:
        conf = self.folder / "conf.d"
        shutil.copytree(DEPLOY / "nginx", self.folder / "snippets")
        conf.mkdir()
        (conf / "gruppetto-upstream.conf").write_text(self._here("gruppetto-upstream.conf"))
        (conf / "site.conf").write_text(
            self._here("gruppetto.conf") if self.place == "root" else self._club()
        )
        user = "user root;" if getpass.getuser() == "root" else ""
        (self.folder / "nginx.conf").write_text(MAIN.format(folder=self.folder, user=user))
        return [program("nginx"), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]

    def _here(self, name: str) -> str:
        """A file of ours, with the names, ports and certificates there are here."""
        text = (DEPLOY / "nginx" / name).read_text("utf-8")
        text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};")
        text = text.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(self.certificate), text)
        text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(self.key), text)
        return text.replace("races.example", "localhost").replace(
            "127.0.0.1:8017", f"127.0.0.1:{self.behind.port}"
        )

    def _club(self) -> str:
        return CLUB_SITE.format(port=self.port, certificate=self.certificate, key=self.key, club=CLUB)


class Caddy(Front):
    """Caddy, with our Caddyfile; under a path with the lines that stand in its comment."""

    def command(self) -> list[str]:
        text = (DEPLOY / "Caddyfile").read_text("utf-8")
        if self.place == "path":
            above, below = text.split("\treverse_proxy", 1)[0], text.partition("last line:\n")[2]
            text = f'{above}\trespond / "{CLUB}"\n' + below.replace("\t#\t", "\t")
        text = text.replace("{$GRUPPETTO_SITE:localhost}", self.site)
        text = text.replace("{$GRUPPETTO_SERVER:127.0.0.1:8017}", f"127.0.0.1:{self.behind.port}")
        text = text.replace(
            "\t@spoken", f"\tbind 127.0.0.1\n\ttls {self.certificate} {self.key}\n\t@spoken", 1
        )
        options = f"{{\n\tadmin off\n\thttp_port {self.plain_port}\n\tstorage file_system {self.folder}\n}}\n"
        (self.folder / "Caddyfile").write_text(options + text)
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]


def program(name: str) -> str:
    """Where a proxy is installed, or what to do about it."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if not found:
        pytest.fail(f"{name} is not on this machine, and nothing stands in for it: apt-get install {name}")
    return found
