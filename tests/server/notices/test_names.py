"""Names of hosts, as strangers write them."""

import asyncio

import pytest

from gruppetto.server.notices.reach import OutOfReach, Reach


@pytest.mark.parametrize("name", ["a" * 70 + ".example", "two..dots"])
def test_a_name_that_no_host_can_have_is_out_of_reach(name: str) -> None:
    reach = Reach()
    with pytest.raises(OutOfReach):
        asyncio.run(reach.post(f"https://{name}/", b"", {}))
    reach.close()
