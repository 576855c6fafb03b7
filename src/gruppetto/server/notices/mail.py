"""Mail by SMTP: letters that cannot be forged by what is in them, handed to one server."""

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

import msgspec

from gruppetto.errors import BadOption
from gruppetto.server.notices.words import Called, say, table

SECONDS = 15.0  # for every step of handing a letter over
PORTS = {"smtp": 587, "smtps": 465}
WORD = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{WORD}(?:\.{WORD})*@(?:{LABEL}\.)+(?=[A-Za-z]){LABEL}")
LONGEST, LONGEST_NAME = 254, 64
WRITTEN = policy.SMTP.clone(max_line_length=900, cte_type="7bit")  # no link is folded


class NobodyThere(Exception):
    """There is nobody at this address, now and later."""


class Letters(msgspec.Struct, frozen=True):
    """What is written to people, and in whose name."""

    sender: str
    site: str  # where this server is, with a slash at the end

    def confirm(self, address: str, language: str, code: str) -> EmailMessage:
        """Ask whether an address is theirs who gave it."""
        letter = self._to(address, say(language, "call.confirm"))
        letter.set_content(say(language, "call.confirm.text", link=f"{self.site}#/mail/confirm/{code}"))
        return letter

    def turn(self, address: str, language: str, leave: str, called: Called) -> EmailMessage:
        """Tell somebody that a race waits for them, and how to get no more of this."""
        at = table(called, language)
        letter = self._to(address, say(language, "call.mail", table=at))
        letter["List-Unsubscribe"] = f"<{self.site}api/mail/leave/{leave}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(
            say(
                language,
                "call.mail.text",
                name=called.name,
                table=at,
                link=self.site + called.page,
                leave=f"{self.site}#/mail/leave/{leave}",
            )
        )
        return letter

    def _to(self, address: str, subject: str) -> EmailMessage:
        letter = EmailMessage(WRITTEN)  # refuses whatever would begin another header
        letter["From"], letter["To"], letter["Subject"] = self.sender, address, subject
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=parseaddr(self.sender)[1].partition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        return letter


class Postbox:
    """A mail server that takes our letters, one after the other."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = 0
        if parts.scheme not in PORTS or not parts.hostname or port == 0 or parts.path.strip("/"):
            raise BadOption("smtp: write smtp://user:password@host:587 or smtps://user:password@host:465.")
        self._host, self._port = parts.hostname, port or PORTS[parts.scheme]
        self._wrapped = parts.scheme == "smtps"
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._thread = ThreadPoolExecutor(1, "post")
        self._trust = ssl.create_default_context()

    def close(self) -> None:
        """Hand over no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def send(self, letter: EmailMessage) -> None:
        """Hand a letter over; an OSError says that it may go another time."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._send, letter)

    def _send(self, letter: EmailMessage) -> None:
        try:
            with self._line() as line:
                line.send_message(letter)
        except smtplib.SMTPRecipientsRefused as error:
            if any(code >= 500 for code, _ in error.recipients.values()):
                raise NobodyThere(str(letter["To"])) from error
            raise

    def greet(self) -> None:
        """See whether the server is there and lets us in."""
        with self._line():
            pass

    def _line(self) -> smtplib.SMTP:
        """A line to the server; a password goes over no line that others can read."""
        if self._wrapped:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, timeout=SECONDS, context=self._trust
            )
        else:
            line = smtplib.SMTP(self._host, self._port, timeout=SECONDS)
            line.ehlo_or_helo_if_needed()
            if line.has_extn("starttls"):
                line.starttls(context=self._trust)
            elif self._user:
                line.close()
                raise OSError("the mail server offers no TLS, and gets no password without")
        if self._user:
            line.login(self._user, self._password)
        return line


def is_address(text: str) -> bool:
    """Whether mail can be sent there, as far as it is written."""
    named = text.partition("@")[0]
    return len(text) <= LONGEST and len(named) <= LONGEST_NAME and ADDRESS.fullmatch(text) is not None


def check_sender(sender: str) -> None:
    """Refuse a sender that no answer could reach."""
    if not sender.isprintable() or not is_address(parseaddr(sender)[1]):
        raise BadOption(f"mail-from: {sender!r} is no address; write races@club.example or 'Name <address>'.")
