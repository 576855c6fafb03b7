"""How everything is laid out in the database."""

import sqlalchemy as sa

metadata = sa.MetaData()

matches = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON, nullable=True),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("lend_after", sa.Integer, nullable=True),
    sa.Column("clock", sa.JSON, nullable=True),
    sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("due", sa.Float, nullable=True),  # when, by the timekeeper, somebody's time may be over
    sa.Column("host", sa.String(64), nullable=False, index=True),
    sa.Column("result", sa.JSON, nullable=True),
    sa.Column("rematch", sa.String(16), nullable=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
    sa.Column("carried", sa.Integer, nullable=False, server_default="0"),  # up to this seq other rules ruled
    sa.Column("day", sa.String(10), nullable=True),  # of whose stage it is a ride
    sa.Column("stages_open", sa.Integer, nullable=True),  # of a tour, those that may be ridden so far
    sa.Column("resumes", sa.Float, nullable=True),  # when the next of them is to be
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("brought", sa.Boolean, nullable=False, server_default=sa.false()),  # from a save file
    sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()),  # its rides are written down
    sa.Index("ix_match_listed", "listed", "touched"),
    sa.Index("ix_match_listed_status", "listed", "status", "touched"),
)
seats = sa.Table(
    "seat",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(20), nullable=True),
    sa.Column("owner", sa.String(64), nullable=True, index=True),  # a hash of their key
    sa.Column("lent", sa.Boolean, nullable=False),
    sa.Column("by_table", sa.Boolean, nullable=False, server_default=sa.false()),  # lent for want of a player
    sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()),
    # What cannot be known from the log of a turn in which time has stood still or begun anew:
    sa.Column("turn", sa.Integer, nullable=False, server_default="-1"),  # the seq at which this was so
    sa.Column("used", sa.Float, nullable=False, server_default="0"),  # seconds
    sa.Column("since", sa.Float, nullable=True),  # when, by the timekeeper, time went on; it stands, if null
)
moves = sa.Table(
    "move",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("move_id", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("time", sa.Float, nullable=True),  # by the timekeeper
    sa.Column("spent", sa.Float, nullable=False, server_default="0"),  # seconds off the seat's reserve
    sa.UniqueConstraint("match", "move_id"),
)
timekeeper = sa.Table(
    "timekeeper",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # there is one
    sa.Column("seconds", sa.Float, nullable=False),  # that the house has been open, in all
)
talk = sa.Table(
    "talk",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("reaction", sa.Boolean, nullable=False),
    sa.Column("to", sa.Integer, nullable=True),  # the one seat a private line is for
    sa.Column("at", sa.Float, nullable=False),
)

rounds = sa.Table(
    "round",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("position", sa.LargeBinary, nullable=False),
)
stories = sa.Table(
    "story",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)
reviews = sa.Table(
    "review",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)
carried = sa.Table(
    "carried",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON, nullable=True),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("taken_back", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
identities = sa.Table(
    "identity",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),  # a hash of it
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),  # whether they wish to be
)
handovers = sa.Table(
    "handover",
    metadata,
    sa.Column("code", sa.String(64), primary_key=True),  # a hash of it
    sa.Column("sealed", sa.String(64), nullable=False),
    sa.Column("ends", sa.Float, nullable=False),
)
kicks = sa.Table(
    "kick",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
)
votes = sa.Table(
    "vote",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),  # the one that holds up the table
    sa.Column("owner", sa.String(64), primary_key=True),  # who wants a bot to ride for it
    sa.Column("seq", sa.Integer, nullable=False),  # where the table waits; the vote is void when it goes on
)
secrets = sa.Table(  # of the server itself
    "secret",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
devices = sa.Table(  # browsers that want to be called
    "device",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # a hash of where they are called
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False),
    sa.Column("point", sa.String(100), nullable=False),  # with which a message is sealed,
    sa.Column("secret", sa.String(30), nullable=False),  # and this
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)
mailboxes = sa.Table(
    "mailbox",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False),  # that a turn waits before there is mail
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("code", sa.String(64), nullable=True, index=True),  # a hash of what confirms it
    sa.Column("ends", sa.Float, nullable=False),  # until when it may be confirmed
    sa.Column("leave", sa.String(64), nullable=False, index=True),  # what every mail has to stop them with
)
quiets = sa.Table(
    "quiet",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("begins", sa.Integer, nullable=False),  # minutes after midnight
    sa.Column("ends", sa.Integer, nullable=False),
    sa.Column("zone", sa.String(40), nullable=False),
)
hooks = sa.Table(  # chats, used once the operator has approved them
    "hook",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("url", sa.String(1000), nullable=False, unique=True),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("owner", sa.String(64), nullable=True, index=True),  # who has asked for it
    sa.Column("made", sa.Float, nullable=False),
)
chat_hooks = sa.Table(  # the chat of a table
    "chat_hook",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("hook", sa.String(16), sa.ForeignKey("hook.id"), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
)
notices = sa.Table(  # that somebody was called to a table, or will be: never twice before they have looked
    "notice",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("way", sa.String(64), primary_key=True),  # a device by its id, MAIL or CHAT
    sa.Column("what", sa.String(8), nullable=False),
    sa.Column("made", sa.Integer, nullable=False),  # how many decisions they had made
    sa.Column("seen", sa.Boolean, nullable=False),
    sa.Column("due", sa.Float, nullable=True, index=True),  # when to call them; nothing once that is done
    sa.Column("tries", sa.Integer, nullable=False),
)
rides = sa.Table(
    "ride",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("owner", sa.String(64), nullable=True),  # a hash of the key of whoever rode
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),  # who came level shares the better one
    sa.Column("score", sa.BigInteger, nullable=True),  # as the rules reckon it; not known of races of before
    sa.Column("people", sa.Integer, nullable=False),  # on the other seats
    sa.Column("level", sa.String(20), nullable=True),  # of the strongest bot
    sa.Column("verdict", sa.String(8), nullable=True),  # whether it was rated; none where nobody wished it
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("ix_ride_owner", "owner", "at"),
)
ratings = sa.Table(
    "rating",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("rider", sa.String(16), nullable=False, index=True),  # who that is to everybody else
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("races", sa.Integer, nullable=False),
    sa.Index("ix_rating_ladder", "game", "mean", "rider"),
)
rated = sa.Table(  # what a race made of a rating; it stays when the race or the person is gone
    "rated",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("rider", sa.String(16), nullable=False),
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("gained", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("ix_rated_rider", "rider", "at"),
)
clubs = sa.Table(
    "club",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("link", sa.String(24), nullable=False, unique=True),  # whoever has it may join
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("counted", sa.Integer, nullable=False),  # members there ever were: the last one's number
    sa.Column("made", sa.Float, nullable=False),
)
members = sa.Table(
    "member",
    metadata,
    sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("colours", sa.String(10), nullable=False),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("joined", sa.Float, nullable=False),
)
leagues = sa.Table(
    "league",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),  # a round may take
    sa.Column("points", sa.JSON, nullable=False),
    sa.Column("late", sa.String(10), nullable=False),
    sa.Column("early", sa.Boolean, nullable=False),  # whether a round begins when the last one is over
    sa.Column("by_stage", sa.Boolean, nullable=False),  # whether a round is a stage of one tour
    sa.Column("begins", sa.Float, nullable=True),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("lot", sa.String(32), nullable=False),  # empty until it is drawn
    sa.Column("ended", sa.Float, nullable=True),
    sa.Column("champion", sa.Integer, nullable=True),
)
riders = sa.Table(
    "rider",
    metadata,
    sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # the member's
    sa.Column("dropped", sa.Integer, nullable=True),  # in which round they dropped out
)
league_rounds = sa.Table(
    "league_round",
    metadata,
    sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("ends", sa.Float, nullable=False),
    sa.Column("prolonged", sa.Boolean, nullable=False),
    sa.Column("closed", sa.Float, nullable=True),
)
heats = sa.Table(  # they outlive their tables
    "heat",
    metadata,
    sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("match", sa.String(16), nullable=False, index=True),
    sa.Column("riders", sa.JSON, nullable=False),  # by seat; nobody's is a bot's
    sa.Column("scores", sa.JSON(none_as_null=True), nullable=True),  # once it is over
    sa.Column("classifications", sa.JSON(none_as_null=True), nullable=True),  # of a tour, after the stage
)
lateness = sa.Table(
    "late",
    metadata,
    sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("rider", sa.Integer, primary_key=True),
)
days = sa.Table(
    "day",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),  # as 2026-11-19
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("level", sa.String(20), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
)
day_rides = sa.Table(
    "day_ride",
    metadata,
    sa.Column("day", sa.String(10), sa.ForeignKey("day.day"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), nullable=False, index=True),
    sa.Column("listed", sa.Boolean, nullable=False),  # whether others may read who rode
    sa.Column("place", sa.Integer, nullable=True),  # in the race; nothing unless it counts
    sa.Column("points", sa.Integer, nullable=True),  # the places of all their riders; nothing until it ended
)
companions = sa.Table(
    "companion",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True, index=True),  # who sat at a table with them
    sa.Column("at", sa.Float, nullable=False),
)
invitations = sa.Table(
    "invitation",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True, index=True),  # for whom a seat is kept
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("by", sa.String(64), nullable=False),
)
blocks = sa.Table(
    "block",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True, index=True),  # whom they want nothing to do with
    sa.Column("name", sa.String(40), nullable=False),  # as they were called then
    sa.Column("at", sa.Float, nullable=False),
)
complaints = sa.Table(
    "complaint",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), nullable=False, index=True),
    sa.Column("reporter", sa.String(64), nullable=False),
    sa.Column("about", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),  # how far the table had come
    sa.Column("reason", sa.String(20), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("lines", sa.JSON, nullable=False),  # what was said before, as the reporter could read it
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("closed", sa.Float, nullable=True),
)

PARTS = (
    chat_hooks,
    notices,
    talk,
    moves,
    rounds,
    stories,
    reviews,
    carried,
    kicks,
    votes,
    rides,
    day_rides,
    invitations,
    complaints,
    seats,
)  # what hangs on a table, in an order to delete it

# Whose rows these are: they follow their owner to another key, and go when the owner is forgotten, or, where
# the column may be empty, are nobody's then.
BELONGINGS: tuple[sa.Column[str], ...] = (
    kicks.c.owner,
    votes.c.owner,
    devices.c.owner,
    mailboxes.c.owner,
    quiets.c.owner,
    hooks.c.owner,
    notices.c.owner,
    rides.c.owner,
    ratings.c.owner,
    members.c.owner,
    day_rides.c.owner,
    companions.c.owner,
    companions.c.other,
    invitations.c.owner,
    invitations.c.by,
    blocks.c.owner,
    blocks.c.other,
    complaints.c.reporter,
    complaints.c.about,
)

LAST = sa.func.coalesce(
    sa.select(sa.func.max(moves.c.seq)).where(moves.c.match == matches.c.id).scalar_subquery(), 0
)  # how far a table's log has come
