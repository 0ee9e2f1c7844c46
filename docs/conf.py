"""Sphinx: MyST Markdown, furo, docstrings from the package as it is installed."""

from importlib.metadata import version as installed

project = "topstretch"
author = "The topstretch authors"
release = installed("topstretch")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["dollarmath", "fieldlist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"topstretch {release}"
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
exclude_patterns = ["_build"]
nitpicky = False
