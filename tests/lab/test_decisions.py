"""Games of a simulation that are kept: as records, and as decisions to learn from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import coven
from coven.cli import main
from coven.engine.game import AnyGame
from coven.engine.loops import POLICIES, Loops
from coven.engine.record import GameRecord
from coven.games import all_games
from coven.lab.decisions import NoDecisions, read_decisions, write_decisions
from coven.lab.played import played_games

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)


@pytest.mark.slow
@each_game
def test_kept_games_are_the_games_that_were_simulated(game: AnyGame) -> None:
    seats = game.players[0]
    names = ["thumb", *["random"] * (seats - 1)]
    run = Loops(game, game.decks.default().tables, seats).policy_games
    counts, shares, ends = run(9, 0, 3, [POLICIES[name] for name in names], 1)
    for number, (match, who) in enumerate(played_games(game, names, 3, 9)):
        assert who.index("thumb") == -number % seats
        assert len(match.acts) == counts[number]
        assert match.outcome
        assert [float(share) for share in match.outcome.payoff] == pytest.approx(shares[number])
        if game.key != "midnight":  # which lets its loops leave out the account
            assert match.state.to_bytes() == ends[number].tobytes()


@pytest.mark.slow
def test_the_command_keeps_records_that_verify(tmp_path: Path) -> None:
    folder, file = tmp_path / "kept", tmp_path / "decisions.parquet"
    command = ["simulate", "three-witches", "--games", "3", "--players", "thumb,random,random", "--seed", "4"]
    done = CliRunner().invoke(main, [*command, "--records", str(folder), "--decisions", str(file)])
    assert done.exit_code == 0, done.output
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == [f"game-000000{i}.json" for i in range(3)]
    records = [GameRecord.load(path) for path in paths]
    matches = [record.verify(coven.load_game("three-witches")) for record in records]
    assert records[1].names == ("random", "random", "thumb")
    read = read_decisions(file)
    assert len(read.action) == sum(len(match.acts) for match in matches)


@pytest.mark.slow
@each_game
def test_decisions_are_read_back_as_they_were_made(game: AnyGame, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    file = tmp_path / "decisions.parquet"
    seats = game.players[0]
    played = list(played_games(game, ["thumb"] * seats, 2, 5))
    count = write_decisions(file, played)
    read = read_decisions(file)
    size = game.observation.size(seats)
    assert (read.obs.shape, read.mask.shape) == ((count, size), (count, game.actions.count))
    assert (read.about["game"], read.about["rules_version"]) == (game.key, game.rules_version)
    assert sum(int(np.prod(plane["shape"])) for plane in read.about["planes"]) == size
    row = 0
    for number, (match, names) in enumerate(played):
        again = coven.Match(game, seats, match.seed)
        for seat, action in match.acts:
            assert (read.game[row], read.seat[row], read.action[row]) == (number, seat, action)
            assert read.player[row] == names[seat]
            assert np.flatnonzero(read.mask[row]).tolist() == again.numbers(seat)
            if row % 25 == 0:
                assert (read.obs[row] == game.observation.of(again.deck, again.view_record(seat))).all()
            assert match.outcome
            assert read.result[row] == pytest.approx(float(match.outcome.payoff[seat]))
            again.act(seat, action)
            row += 1
    assert row == count


def test_games_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    file = tmp_path / "decisions.parquet"
    first = next(played_games(coven.load_game("three-witches"), ["random"] * 3, 1, 1))
    other = next(played_games(coven.load_game("whirling-witchcraft"), ["random"] * 2, 1, 1))
    with pytest.raises(NoDecisions, match="differ in their rules"):
        write_decisions(file, [first, other])
    with pytest.raises(NoDecisions, match="not over"):
        write_decisions(file, [(coven.new("three-witches", seed=1), ())])
    with pytest.raises(NoDecisions, match="no games"):
        write_decisions(file, [])
