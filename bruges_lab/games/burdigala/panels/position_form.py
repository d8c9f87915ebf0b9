"""The form of the position editor for Burdigala: its fields, with rows of their own for sites, bonus tokens and piles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ....explorer.editing import number
from ....explorer.markup import span
from ....explorer.panels.edit_form import Form, FormAct, Open
from ....rulebook.field_kinds import Cards
from ....rulebook.fields import NOBODY, Field
from ....show.svg import Svg, tag
from ..board import DISTRICTS, MOST_SITES
from ..laid_kinds import Pile, tile_word
from ..words import GOODS, PLOTS
from .position_draft import BurdigalaDraft

if TYPE_CHECKING:
    from ...manifest import Manifest

_OF_SITES = ("tiles", "cubes", "complete", "bonus")


class BurdigalaForm(Form):
    """Draws a draft of Burdigala."""

    draft: BurdigalaDraft
    drafts = BurdigalaDraft

    def order(self, field: Field) -> int:
        """Where the turn stands, then what is laid out, cards at the end."""
        return 2 if isinstance(field.kind, Cards) else 0 if field.name in ("stage", "start") else 1

    # Table

    def table_rows(self) -> Iterator[Svg]:
        for field in self._fields(NOBODY):
            if field.name not in _OF_SITES:
                yield self._pile(field) if isinstance(field.kind, Pile) else self.field_row(field, NOBODY)
            if field.name == "stage":
                yield self.seat_row()
        yield self._bonus()
        yield from (self._site(site) for site in range(len(self.draft.state.board.sites)))

    def _pile(self, field: Field) -> Svg:
        """A pile: how many cards, and which comes next."""
        cards = self.draft.given[field.name]
        kinds = [(card, self.card_name(card)) for card in (*PLOTS, *GOODS) if card in cards]
        top = self.select(f"{field.name}_top", kinds, cards[0]) if cards else span("editword", "–")
        return self.row(field.name, self.label(field.name), top, span("editword", f"({len(cards)})"))

    def _bonus(self) -> Svg:
        """The bonus tokens of the districts that have a place for one."""
        tokens = [*self.draft.given["bonus"].values()]
        pairs = []
        for place, district in enumerate(self.draft.state.board.districts):
            if district.bonus_at is not None:
                label = f"{self.label('bonus')} {district.name}"
                typed = self.input(f"bonus.{place}", f"bonus{place}", tokens[place], label)
                pairs.append(tag("span", span("editword", district.name), typed, class_="bl-pair"))
        return self.row("bonus", self.label("bonus"), *pairs)

    def _site(self, site: int) -> Svg:
        """A site: its tile, the cubes on it, and whether it is complete."""
        state, given = self.draft.state, self.draft.given
        shown = state.board.sites[site].name
        name = shown.lower()
        tiles = [(str(tile_word(state, number)), self._tile(number)) for number in range(len(state.tiles.tiles))]
        return self.row(
            f"tiles.{name}",
            shown,
            self.select(f"tile{site}", tiles, str(given["tiles"][name])),
            self.input(f"cubes.{name}", f"cubes{site}", given["cubes"][name], f"{self.label('cubes')} {shown}"),
            self.toggled(f"complete{site}", "", self.label("complete_one"), name in given["complete"]),
        )

    def _tile(self, number: int) -> str:
        """A tile with its size and value, as it lies on the table: reconstructed."""
        tile = self.draft.state.tiles.of(number)
        return f"{tile.name[self.lang]} {tile.size}/{tile.value} ≈"

    # Cards

    def controls(self, field: Field, path: str, value: Any) -> list[Svg]:
        controls = super().controls(field, path, value)
        if not isinstance(field.kind, Cards):
            return controls
        known = GOODS if field.kind.codec.thing == "good" else PLOTS
        add = [("", f"+ {self.label(f'{field.name}_add')}"), *((card, self.card_name(card)) for card in known)]
        return [*controls[:-1], self.select(f"{field.name}_add", add, "")]

    # Acts

    @classmethod
    def acts(cls, manifest: Manifest) -> dict[str, tuple[str, FormAct]]:
        found = super().acts(manifest)
        for site in range(MOST_SITES):
            found[f"tile{site}"] = ("tiles", partial(_put_tile, site))
            found[f"cubes{site}"] = ("cubes", partial(_put_cubes, site))
            found[f"complete{site}"] = ("complete", partial(_turn_over, site))
        for district in range(DISTRICTS):
            found[f"bonus{district}"] = ("bonus", partial(_put_bonus, district))
        for pile in ("goods_pile", "plot_pile"):
            found[f"{pile}_top"] = (pile, partial(_put_top, pile))
        return found


def _put_tile(site: int, draft: BurdigalaDraft, opened: Open, typed: str) -> None:
    draft.put_tile(site, typed)


def _put_cubes(site: int, draft: BurdigalaDraft, opened: Open, typed: str) -> None:
    draft.put_cubes(site, number(typed))


def _turn_over(site: int, draft: BurdigalaDraft, opened: Open, typed: str) -> None:
    draft.turn_over(site)


def _put_bonus(district: int, draft: BurdigalaDraft, opened: Open, typed: str) -> None:
    draft.put_bonus(district, number(typed))


def _put_top(pile: str, draft: BurdigalaDraft, opened: Open, typed: str) -> None:
    draft.put_top(pile, typed)
