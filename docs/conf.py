"""The settings of the book; `docs/build.py` lays out its pages and runs Sphinx."""

import re
from importlib import metadata

project = "The Number Game collection"
author = "the authors of the collection"
copyright = "text and figures CC BY 4.0, code MIT"
release = metadata.version("numbergame")
language = "en"

# Where the site is published.  A placeholder until it is; README has the same address.
html_baseurl = "https://numbergame.example/"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
exclude_patterns = ["README.md"]  # a part of index.md

nb_execution_mode = "off"  # the committed outputs are shown
nb_ipywidgets_js = {}  # no live widgets, and no scripts from elsewhere
nb_merge_streams = True
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
nb_output_stderr = "remove"
myst_heading_anchors = 3

default_role = "code"  # docstrings quote names with single backticks
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_copy_source = False
html_context = {"default_mode": "auto"}  # as the reader's system has it, light or dark
html_favicon = "_static/icon.svg"
html_theme_options = {
    "navbar_persistent": [],  # one search field, not two
    "show_toc_level": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "home_page_in_toc": True,
}
html_show_sphinx = False
copybutton_prompt_text = re.escape(">>> ") + "|" + re.escape("$ ")
copybutton_prompt_is_regexp = True
