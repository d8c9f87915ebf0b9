import pytest

from bruges_lab.kernel.errors import LabError
from bruges_lab.kernel.keyed import Stream
from bruges_lab.verification import CHECKS, campaign, damage, run

TOTAL = 7000


@pytest.fixture(scope="module")
def campaigns() -> list[str]:
    return list(CHECKS["malformed"](TOTAL))


def test_malformed_inputs_are_read_or_refused_and_never_crash(campaigns: list[str]) -> None:
    assert sum(int(line.split(": ")[1].split()[0]) for line in campaigns) == TOTAL
    assert all(line.endswith("no traceback") for line in campaigns)


@pytest.mark.parametrize("name", ["notation", "scenarios", "rulesets", "readings", "boards", "decks", "rules", "locales"])
def test_a_campaign_meets_both_valid_and_invalid_inputs(campaigns: list[str], name: str) -> None:
    (line,) = (line for line in campaigns if line.startswith(f"{name}: "))
    words = line.split()
    assert int(words[words.index("still") - 1]) > 0, "nothing got through, so the reader's last checks were never reached"
    assert int(words[words.index("refused") - 1]) > 0


def test_the_same_seed_does_the_same_damage() -> None:
    sample = b"hand_size = 6\nturns = 4\n" * 5
    wounds = [damage(sample, Stream(seed, "x")) for seed in range(50)]
    assert wounds == [damage(sample, Stream(seed, "x")) for seed in range(50)]
    assert len(set(wounds)) > 40
    assert sum(wound != sample for wound in wounds) > 45


def test_a_campaign_counts_what_is_read_and_what_is_refused() -> None:
    def picky(data: bytes) -> None:
        if data.startswith(b"a"):
            raise LabError("not today")

    result = campaign("picky", [b"aaaa", b"bbbb"], picky, 200)
    assert (result.name, result.inputs, result.read + result.refused) == ("picky", 200, 200)
    assert result.read > 50
    assert result.refused > 50


@pytest.mark.parametrize(
    "error", [ValueError("boom"), KeyError("x"), RecursionError(), LabError("two\nlines"), LabError(""), LabError("x" * 2000)]
)
def test_a_campaign_fails_on_anything_but_one_clear_line(error: Exception) -> None:
    def broken(data: bytes) -> None:
        raise error

    with pytest.raises(AssertionError, match="broken input 0"):
        campaign("broken", [b"x"], broken, 5)


def test_run_names_the_check_in_each_line() -> None:
    lines = list(run(["data"], 10))
    assert lines[0].startswith("data: rules: 350")
    assert all(line.startswith("data: ") for line in lines)
