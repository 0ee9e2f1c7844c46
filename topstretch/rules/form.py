"""Form in Quickplay (R4, step 2)."""

from ..charts import ChartSet
from .runners import Bools, Ints


def form_adjustment(charts: ChartSet, form: Ints, total: Ints) -> tuple[Ints, Bools]:
    """R4.2: the change of Adjusted Power, and who goes to Trouble, by Form."""
    cell = (total - 2, form)
    return charts.form[cell], charts.form_trouble[cell]
