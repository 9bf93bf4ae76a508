"""Examples in docstrings and Markdown do what they say."""

import doctest
import importlib
import os
import pkgutil

import pytest

import thaw

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ["thaw"] + ["thaw." + module.name for module in pkgutil.iter_modules(thaw.__path__)]
PAGES = [
    path
    for path in (os.path.join(HERE, "..", "README.md"), os.path.join(HERE, "..", "..", "docs", "tutorial-python.md"))
    if os.path.exists(path)
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module):
    result = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert result.failed == 0


def test_docstrings_are_found():
    finder = doctest.DocTestFinder()
    found = [test for module in MODULES for test in finder.find(importlib.import_module(module)) if test.examples]
    assert len(found) > 20


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_pages(page):
    result = doctest.testfile(page, module_relative=False, optionflags=FLAGS)
    assert result.attempted > 0 and result.failed == 0
