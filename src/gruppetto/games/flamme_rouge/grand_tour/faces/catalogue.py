"""What a tour can be made of: stages, ready-made tours, and the traits of its riders."""

from gruppetto.games.flamme_rouge.data.trait_cards import TraitCard
from gruppetto.games.flamme_rouge.faces import scenery
from gruppetto.games.flamme_rouge.grand_tour.data.itinerary import TourCard


class Catalogue(scenery.Catalogue, frozen=True, tag="flamme-rouge-tour"):
    """All stages, the ready-made tours, and the trait cards (GT11)."""

    tours: tuple[TourCard, ...]
    traits: tuple[TraitCard, ...]
