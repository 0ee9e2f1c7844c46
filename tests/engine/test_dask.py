"""Dask's executor on a local cluster gives the same counts as this process."""

import pytest
import topstretch as ts

distributed = pytest.importorskip("distributed")


@pytest.mark.verify
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::UserWarning")
def test_dask_gives_the_same_counts():
    card = ts.load_race("champagne-2009")
    with distributed.Client(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
        found = ts.simulate(card, races=400_000, seed=7, executor=client.get_executor())
    assert found == ts.simulate(card, races=400_000, seed=7)
