"""Whom a network meets beside itself: what it once was, or a champion that no longer learns."""

import numpy as np
import torch

from gruppetto.learning.network import Network

MOST = 32


class League:
    """Past selves, as weights; when there are too many, every other of the older ones leaves."""

    def __init__(self, champions: list[Network]) -> None:
        self.champions, self.past = champions, list[dict[str, torch.Tensor]]()

    def join(self, network: Network) -> None:
        """Remember a network as it is now."""
        self.past.append({name: part.clone() for name, part in network.state_dict().items()})
        if len(self.past) > MOST:
            self.past = self.past[: MOST // 2 : 2] + self.past[MOST // 2 :]

    def any(self, network: Network, dice: np.random.Generator) -> Network:
        """A champion, if there are any; otherwise a past self of a network."""
        if self.champions:
            return self.champions[int(dice.integers(len(self.champions)))]
        met = Network(network.sizes).to(next(network.parameters()).device)
        met.load_state_dict(self.past[int(dice.integers(len(self.past)))])
        return met
