"""The ways to people who are not looking: their devices, their mailbox, the chat of a table."""

import logging
from enum import Enum, auto

import msgspec

from gruppetto.server.notices.mail import Letters, NobodyThere, Postbox
from gruppetto.server.notices.reach import OutOfReach, Reach
from gruppetto.server.notices.webpush import Browser, Sender, bytes_of, seal
from gruppetto.server.notices.words import Called, line, message
from gruppetto.server.store import CHAT, MAIL, Device, Store

PUSH_SECONDS = 24 * 3600  # that a push service keeps a message for a device that is off
TOPIC = 32  # letters
GONE = (404, 410)
logger = logging.getLogger(__name__)


class Outcome(Enum):
    """What came of calling somebody."""

    SENT = auto()
    GONE = auto()  # nobody is called that way any more
    AGAIN = auto()  # another time, perhaps


class Ways:
    """Everything that goes out to people who are not looking."""

    def __init__(
        self, store: Store, reach: Reach, sender: Sender, post: tuple[Postbox, Letters] | None, site: str
    ) -> None:
        self._store, self.reach, self.sender = store, reach, sender
        self.post = post  # where the operator has named a mail server
        self._site = site

    async def close(self) -> None:
        """Let nothing out any more."""
        self.reach.close()
        if self.post:
            self.post[0].close()

    async def call(self, way: str, called: Called) -> Outcome:
        """Call somebody, in one of their ways."""
        try:
            if way == MAIL:
                return await self._mail(called)
            return await (self._tell_chat(called) if way == CHAT else self._push(way, called))
        except OutOfReach:
            return Outcome.GONE
        except (OSError, TimeoutError) as error:  # of the net, of TLS and of SMTP
            logger.info("somebody could not be called: %s", type(error).__name__)
            return Outcome.AGAIN

    async def _push(self, way: str, called: Called) -> Outcome:
        device = await self._store.device(way)
        if device is None or device.owner != called.owner:
            return Outcome.GONE
        try:
            outcome = _judged(await self._post_push(device, called))
        except OutOfReach:
            outcome = Outcome.GONE
        if outcome is Outcome.GONE:
            await self._store.remove_device(device.id, device.owner)
        return outcome

    async def _post_push(self, device: Device, called: Called) -> int:
        content = msgspec.json.encode(message(called, device.language))
        headers = {
            "Authorization": self.sender.authorization(self.reach.check(device.endpoint).origin),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(PUSH_SECONDS),
            "Urgency": "high",
            "Topic": called.table[:TOPIC],  # a later message takes the place of one that still waits
        }
        browser = Browser(bytes_of(device.point), bytes_of(device.secret))
        return await self.reach.post(device.endpoint, seal(content, browser), headers)

    async def _mail(self, called: Called) -> Outcome:
        mailbox = await self._store.mailbox_of(called.owner)
        if self.post is None or mailbox is None or not mailbox.confirmed:
            return Outcome.GONE
        postbox, letters = self.post
        try:
            await postbox.send(letters.turn(mailbox.address, mailbox.language, mailbox.leave, called))
        except NobodyThere:
            await self._store.remove_mailbox(called.owner)
            return Outcome.GONE
        return Outcome.SENT

    async def _tell_chat(self, called: Called) -> Outcome:
        hook = await self._store.hook_of(called.table)
        if hook is None or hook.state != "approved":
            return Outcome.GONE
        language = await self._store.language_of_chat(called.table) or ""
        url = self._site + called.page if self._site else ""
        text = " ".join(filter(None, (line(called, language), url)))
        content = msgspec.json.encode({"text": text, "url": url})
        status = await self.reach.post(hook.url, content, {"Content-Type": "application/json"})
        outcome = _judged(status)
        if outcome is Outcome.GONE:
            await self._store.judge_hook(hook.id, "gone")
        return outcome


def _judged(status: int) -> Outcome:
    """What an answer means to whoever has sent something."""
    if 200 <= status < 300:
        return Outcome.SENT
    return Outcome.GONE if status in GONE else Outcome.AGAIN
