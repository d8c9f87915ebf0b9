"""The position editor's draft of Burdigala: stages of the turn, sites with tiles and cubes, piles, and what is still known.

After every change that is legal the draft is spelled out anew: what a change leaves open is filled in as in any scenario.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ....explorer.editing import Data, Draft, number
from ....kernel import LabError
from ....kernel.errors import one_line
from ....rulebook.scenarios import Scenario
from ..laid_kinds import district_names, site_names, tile_named, tile_word
from ..model import State
from ..stages import PLACING, STAGES, TURN

_OF_THE_TURN = ("dice", "thrown", "moved", "stuck", "played", "crassus")
"""What has happened in a turn; another stage of it begins anew."""


class BurdigalaDraft(Draft):
    """A position of Burdigala on the way from one legal position to the next."""

    @property
    def state(self) -> State:
        found: State = self.scenario.state
        return found

    def spelled_out(self, found: Scenario) -> Data:
        given = super().spelled_out(found)
        given["seat"] = None if given["stage"] == STAGES[PLACING] else found.state.active
        return given

    def change(self, change: Callable[[Data], None]) -> None:
        before = self.given
        super().change(change)
        if self.given is not before and self.fault is None:
            self.given = self.spelled_out(self.scenario)

    # What follows from a change

    def settle(self, given: Data) -> None:
        """No more characters than there are for so many players; the moved one is still there; what is known is still so."""
        super().settle(given)
        players = given["players"]
        most = self.state.rules.characters(len(players))
        for player in players:
            player["meeples"] = None if player["meeples"] is None else player["meeples"][:most]
            player["held"] = min(player["held"] or 0, len(player["hand"]))
        seat = given["seat"]
        mine = [] if seat is None or seat >= len(players) else players[seat]["meeples"] or []
        if given["moved"] and given["moved"] not in mine:
            given["moved"] = None
        for player in players:
            self._settle_knowledge(given, player)

    def _settle_knowledge(self, given: Data, player: Data) -> None:
        seen = player["goods_seen"]
        if seen is not None:
            goods = [other["goods"] for other in given["players"]]
            rows = [*seen, *([] for _ in goods)]
            player["goods_seen"] = [_still(known, there) for known, there in zip(rows, goods, strict=False)]
        player["pile_seen"] = _still(player["pile_seen"] or [], given["goods_pile"])
        held = Counter(token for other in given["players"] for name in ("tokens", "sealed") for token in other[name])
        player["pool_seen"] = _still(player["pool_seen"] or [], [*(Counter(self.state.stock.tokens) - held).elements()])

    # The turn

    def put_word(self, seat: int, name: str, word: object) -> None:
        """Another stage: the turn is as it is there before anything was chosen."""
        if name != "stage":
            super().put_word(seat, name, word)
            return
        if word not in STAGES:
            raise LabError(f"{one_line(word, 20)!r} is not one of {', '.join(STAGES)}")

        def change(given: Data) -> None:
            was, now = STAGES.index(given["stage"]), STAGES.index(str(word))
            given.update(dict.fromkeys(_OF_THE_TURN), stage=word)
            if PLACING in (was, now) and was != now:
                for player in given["players"]:
                    player["meeples"] = [] if now == PLACING else None
                given["seat"] = None
            if now == PLACING or (given["turn"] == 0 and now > TURN):
                given["turn"] = None

        self.change(change)

    def put_list(self, seat: int, name: str, typed: str) -> None:
        """New dice are dice as they fell."""
        if name != "dice":
            super().put_list(seat, name, typed)
            return
        dice = [number(word) for word in typed.replace(",", " ").split()]
        self.change(lambda given: given.update(dice=dice, thrown=None))

    def newcomer(self, seat: int) -> Data:
        return super().newcomer(seat) | {"meeples": None, "goods_seen": None}

    # Sites

    def put_tile(self, site: int, word: str) -> None:
        """A tile on a site; if it lies on another one, the two change places."""
        name = _name(site_names(self.state), site)
        tile = tile_named(self.state, word)
        if tile is None:
            raise LabError(f"unknown tile {one_line(word, 40)!r}")

        def change(given: Data) -> None:
            tiles, wanted = given["tiles"], tile_word(self.state, tile)
            for other, lying in tiles.items():
                if lying == wanted:
                    tiles[other] = tiles[name]
            tiles[name] = wanted

        self.change(change)

    def put_cubes(self, site: int, count: int) -> None:
        """So many cubes on a site."""
        name = _name(site_names(self.state), site)
        self.change(lambda given: given["cubes"].update({name: count}))

    def turn_over(self, site: int) -> None:
        """Complete a building, or make a site of it again; its cubes are in the supply, the bonus of its district is gone."""
        name = _name(site_names(self.state), site)
        district = district_names(self.state)[self.state.board.sites[site].district]

        def change(given: Data) -> None:
            complete = given["complete"]
            if name in complete:
                complete.remove(name)
                return
            complete.append(name)
            given["cubes"][name] = given["bonus"][district] = 0

        self.change(change)

    def put_bonus(self, district: int, value: int) -> None:
        """The bonus token of a district; 0 for none."""
        name = _name(district_names(self.state), district)
        self.change(lambda given: given["bonus"].update({name: value}))

    # Piles

    def put_top(self, pile: str, word: str) -> None:
        """A card of the pile comes to its top."""

        def change(given: Data) -> None:
            cards = given[pile]
            if word not in cards:
                raise LabError(f"there is no {one_line(word, 20)!r} in this pile")
            cards.remove(word)
            cards.insert(0, word)

        self.change(change)


def _still(known: list[Any], there: list[Any]) -> list[Any]:
    """What of the things that were known is still there."""
    return sorted((Counter(known) & Counter(there)).elements())


def _name(names: list[str], place: int) -> str:
    if not 0 <= place < len(names):
        raise LabError(f"there is no place {place + 1} here")
    return names[place]
