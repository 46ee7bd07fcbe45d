"""How strong a guest is taken to be, and what one result makes of that; knows no guest.

Plackett-Luce after Weng and Lin (2011, algorithm 4), by openskill with its defaults: a strength is
a normal distribution N(mu, sigma), at first N(25, 25/3). With c = sqrt(s1 + s2 + 2 beta^2), where
s = sigma^2 + tau^2, beta = 25/6 and tau = 25/300, guest 1 is expected to win with
p = exp(mu1/c) / (exp(mu1/c) + exp(mu2/c)). Who wins with expectation p gains s/c (1 - p), and who
loses with it loses s/c p; after a tie each is moved by the mean of both. Each sigma shrinks
with what the result told, and grows by tau before the next.

People are shown 1500 + 42 (mu - 25), uncertain by 42 sigma: 1500, give or take 350, at first.
While that is more than 180, for some thirty bouts, the rating is provisional: `?`. A place on the
leaderboard is by what is almost sure: the rating less twice its uncertainty.
"""

from typing import NamedTuple

from openskill.models import PlackettLuce

MIDDLE = 1500
SCALE = 42
PROVISIONAL = 180

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - _MODEL.mu))

    @property
    def deviation(self) -> int:
        return round(SCALE * self.sigma)

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


NEWCOMER = Rating()


def rated(first: Rating, second: Rating, winner: int | None) -> tuple[Rating, Rating]:
    """Both after a bout of theirs that the first (0) or the second (1) won, or nobody."""
    teams = [[_MODEL.create_rating([rating.mu, rating.sigma])] for rating in (first, second)]
    ranks = [0.0, 0.0] if winner is None else [float(winner), float(1 - winner)]
    [[one], [two]] = _MODEL.rate(teams, ranks=ranks)
    return Rating(one.mu, one.sigma), Rating(two.mu, two.sigma)
