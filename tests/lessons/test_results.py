"""Results reach everybody who listens, until they stop listening."""

import pytest

from skylib.lessons.results import Result, listen, tell


def test_a_result_reaches_the_listener_until_it_stops():
    heard: list[Result] = []
    stop = listen(heard.append)
    done = Result("level", "eye-in-the-sky/first-flight", True, stars=3)
    tell(done)
    stop()
    tell(Result("level", "eye-in-the-sky/first-flight", False))
    assert heard == [done]


@pytest.mark.parametrize("bad", [{"kind": "exam"}, {"stars": 4}, {"stars": -1}, {"stars": 1.2}])
def test_a_result_that_means_nothing_is_refused(bad):
    with pytest.raises(ValueError):
        Result(**({"kind": "level", "name": "x/y", "right": True} | bad))
