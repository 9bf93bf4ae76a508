"""Examples in docstrings and Markdown do what they say."""

import doctest
import os

import pytest

import thaw

HERE = os.path.dirname(os.path.abspath(__file__))
PAGES = [
    path
    for path in (os.path.join(HERE, "..", "README.md"), os.path.join(HERE, "..", "..", "docs", "tutorial-python.md"))
    if os.path.exists(path)
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples():
    """Of the module, and of everything that is public, with all its members."""
    finder = doctest.DocTestFinder(recurse=False)
    found = finder.find(thaw, "thaw", module=False, globs={})
    finder = doctest.DocTestFinder()
    for name in thaw.__all__:
        found += finder.find(getattr(thaw, name), name, module=False, globs={})
    return [test for test in found if test.examples]


@pytest.mark.parametrize("test", examples(), ids=lambda test: test.name)
def test_docstrings(test):
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


def test_docstrings_are_found():
    assert {"thaw", "open", "Model.render", "Archive"} <= {test.name for test in examples()}


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_pages(page):
    if "tutorial" in page:  # which is about arrays
        pytest.importorskip("numpy")
    result = doctest.testfile(page, module_relative=False, optionflags=FLAGS)
    assert result.attempted > 0 and result.failed == 0
