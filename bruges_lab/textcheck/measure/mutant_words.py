"""The words that are changed to measure the checker: colours, and words that decide, each with what takes its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _changes(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (part.partition(">") for part in text.split(","))
    return tuple((old.strip(), new.strip()) for old, _, new in pairs)


COLOUR_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": dict(_changes("blue > red, red > blue, yellow > brown, brown > purple, purple > yellow")),
    "de": dict(_changes("blau > rot, rot > blau, gelb > braun, braun > violett, violett > gelb")),
    "fr": dict(_changes("bleu > rouge, rouge > bleu, jaune > brun, brun > violet, violet > jaune")),
    "it": dict(_changes("blu > rosso, ross > blu, giall > viola, marron > giallo, viola > rosso")),
}
"""Colours by their beginning."""
WORDS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "en": _changes(
        "may > must, must > may, before > after, after > before, top > bottom, left > right, face up > face down, face "
        "down > face up, clockwise > anticlockwise, all > half of, not > , never > always, most > fewest, same colour > "
        "any colour, supply > discard pile, once per round > once per turn, below > above, next round > current round, "
        "no > , nobody > everybody, immediately > at the end of the game"
    ),
    "de": _changes(
        "darf > muss, muss > darf, vor > nach, bevor > nachdem, oberste > unterste, links > rechts, offen > verdeckt, "
        "verdeckt > offen, im Uhrzeigersinn > gegen den Uhrzeigersinn, alle > die halben, nicht > , nie > immer, "
        "meisten > wenigsten, Vorrat > Ablagestapel, pro Runde > pro Zug, unter > über, nächste Runde > laufende Runde, "
        "kein > ein, keine > eine, niemand > jeder, sofort > am Spielende"
    ),
    "fr": _changes(
        "peut > doit, doit > peut, avant > après, après > avant, du dessus > du dessous, gauche > droite, face visible "
        "> face cachée, face cachée > face visible, sens horaire > sens antihoraire, tous ses > la moitié de ses, pas > "
        ", jamais > toujours, le plus de > le moins de, réserve > défausse, par manche > par tour, sous > au-dessus de, "
        "manche suivante > manche en cours, aucune > une, aucun > un, aussitôt > en fin de partie, immédiatement > en "
        "fin de partie"
    ),
    "it": _changes(
        "può > deve, deve > può, prima > dopo, dopo > prima, in cima > in fondo, sinistra > destra, a faccia in su > a "
        "faccia in giù, a faccia in giù > a faccia in su, senso orario > senso antiorario, tutti i > metà dei, non > , "
        "mai > sempre, più punti > meno punti, riserva > pila degli scarti, per round > per turno, sotto > sopra, round "
        "successivo > round in corso, nessuna > una, nessun > un, subito > alla fine della partita"
    ),
}
"""Words that decide."""
HALVES: Final = {
    "fr": (r"(?<!\w)(?:ne\s|n[’'])", r"(?<!\w)(?:ne\s|n[’'])"),
    "it": (r"(?<!\w)non\s", r"(?<!\w)(?:mai|nulla|niente|né)(?!\w)\s?"),
}
"""The other half of a negation, before and behind it: ne … pas, non … mai."""
