"""`gruppetto serve`: tables on a web page."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from typing import Annotated

import typer

from gruppetto import language
from gruppetto.cli.arguments import FLAG

app = typer.Typer()


@app.command(rich_help_panel="Play")
def serve(
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="And on which port.")
    ] = 8017,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="GRUPPETTO_DATABASE",
            help="sqlite+aiosqlite:///FILE or postgresql+asyncpg://…",
        ),
    ] = None,
    channels: Annotated[
        str | None,
        typer.Option(
            "--channels",
            metavar="URL",
            envvar="GRUPPETTO_CHANNELS",
            help="memory://, redis://… or postgresql://…",
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="How many processes.")] = 1,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=POLICY",
            help="A player from outside who may be chosen at tables (see `arena`); repeat for more.",
        ),
    ] = None,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", metavar=FLAG, help="Rate limits.")] = True,
    browser: Annotated[
        bool, typer.Option("--open", metavar=FLAG, help="Open the page in a browser.")
    ] = False,
    log: Annotated[
        str, typer.Option("--log", metavar="STYLE", help="quiet, text (a line for each request) or json.")
    ] = "quiet",
    proxies: Annotated[
        str, typer.Option("--proxies", metavar="A,B,…", help="Proxies that may say for whom they ask.")
    ] = "",
    origins: Annotated[
        str, typer.Option("--origins", metavar="URL,…", help="Other sites whose pages may use this server.")
    ] = "",
    metrics: Annotated[
        str, typer.Option("--metrics", metavar="A,B,…", help="Addresses that may read /metrics.")
    ] = "",
    site: Annotated[
        str,
        typer.Option(
            "--site",
            metavar="URL",
            envvar="GRUPPETTO_SITE",
            help="Where people find this server, for links in mails and chats.",
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            "--smtp",
            metavar="URL",
            envvar="GRUPPETTO_SMTP",
            help="Who takes mail: smtp://user:password@host:587 (STARTTLS) or smtps://…:465.",
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(
            "--mail-from", metavar="ADDRESS", envvar="GRUPPETTO_MAIL_FROM", help="And who it comes from."
        ),
    ] = "",
    reach: Annotated[
        str,
        typer.Option(
            "--reach",
            metavar="A,B,…",
            envvar="GRUPPETTO_REACH",
            help="Networks, besides the internet, in which chats may be told.",
        ),
    ] = "",
    reviews: Annotated[
        int | None,
        typer.Option(
            "--reviews", metavar="N", min=0, help="Worlds imagined for each decision of a review; 0: none."
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="FILE", help="Words that nobody may be called.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", metavar=FLAG, help="Say what is wrong with these options, and end.")
    ] = False,
) -> None:
    """Open tables on a web page, for friends and bots."""
    from gruppetto.cli.serve import check_tables, serve_tables
    from gruppetto.server.notices.opening import Outside
    from gruppetto.server.run import Wishes, listed

    # Programs are told in English, and the page translates for whoever looks at it.
    language.speak(language.ENGLISH)
    asked = Wishes(
        database, channels, workers, limits, log, proxies, origins, metrics, tuple(bot or ()), reviews, names,
        Outside(site, smtp, mail_from, listed(reach)),
    )  # fmt: skip
    if check:
        check_tables(host, port, asked)
    else:
        serve_tables(host, port, asked, browser=browser)
