"""How people are called on this server, as its operator has said it."""

from urllib.parse import urlsplit

import msgspec

from gruppetto.errors import BadOption
from gruppetto.server.notices.mail import Letters, Postbox, check_sender
from gruppetto.server.notices.reach import Reach
from gruppetto.server.notices.ways import Ways
from gruppetto.server.notices.webpush import Sender
from gruppetto.server.store import Store

VAPID = "vapid"


class Outside(msgspec.Struct, frozen=True):
    """What may go out, and how."""

    site: str = ""  # where people find this server
    smtp: str = ""  # who takes its mail
    mail_from: str = ""
    reach: tuple[str, ...] = ()  # networks that addresses of strangers may lead to, besides public ones


def check(asked: Outside) -> None:
    """Refuse what does not go together."""
    parts = urlsplit(asked.site)
    if asked.site and (parts.scheme not in ("https", "http") or not parts.hostname or parts.fragment):
        raise BadOption(f"site: {asked.site!r} is no address; write https://club.example/.")
    if asked.smtp and not (asked.site and asked.mail_from):
        raise BadOption("smtp: mail needs --site, for the links in it, and --mail-from.")
    if asked.smtp:
        check_sender(asked.mail_from)
        Postbox(asked.smtp).close()
    Reach(asked.reach).close()


async def opened(asked: Outside, store: Store) -> Ways:
    """The ways out; the key by which push services know this server is made once, and kept."""
    site = asked.site and asked.site.rstrip("/") + "/"
    sender = Sender(await store.secret(VAPID, Sender.new_secret()), _contact(asked))
    post = (Postbox(asked.smtp), Letters(asked.mail_from, site)) if asked.smtp else None
    return Ways(store, Reach(asked.reach), sender, post, site)


def _contact(asked: Outside) -> str:
    """Whom a push service may turn to."""
    return asked.site if asked.site.startswith("https:") else ""
