"""The picture in the README is what the lab draws. To draw it anew: python tests/games/bruges/test_pictures.py"""

from bruges_lab import Scenario, places
from bruges_lab.games.bruges.pictures.position import position_svg

PICTURE = places.data("bruges", "pictures", "first_look.svg")


def draw() -> str:
    scenario = Scenario.read("first_look")
    return position_svg(scenario.state, scenario.names, seat=0) + "\n"


def test_the_picture_of_the_readme_is_what_the_lab_draws() -> None:
    assert PICTURE.read_text("utf-8") == draw()


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
