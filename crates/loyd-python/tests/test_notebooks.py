"""The notebooks and the programs of the README run as they are; assertions in them check the numbers."""

from pathlib import Path

import nbclient
import nbformat
import pytest

import loyd

PACKAGE = Path(__file__).parents[1]
NOTEBOOKS = sorted(PACKAGE.glob("notebooks/*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not stored"
    nbclient.NotebookClient(notebook, timeout=600).execute()
    pictures = [
        output.data
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type in ("execute_result", "display_data")
    ]
    assert any("image/svg+xml" in data for data in pictures)


def test_there_are_two_notebooks():
    assert len(NOTEBOOKS) == 2


def test_programs_of_the_readme_run():
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    programs = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert len(programs) == 3
    names = {}
    for program in programs:
        program = program.replace("count=10_000", "count=10")
        exec(compile(program, "README.md", "exec"), names)
    assert names["loyd"] is loyd


def test_examples_of_docstrings_run():
    import doctest

    from loyd import _problems, _puzzles, _solve, _spaces

    tried = 0
    for module in (loyd, _problems, _puzzles, _solve, _spaces):
        result = doctest.testmod(module, extraglobs={"loyd": loyd}, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert result.failed == 0
        tried += result.attempted
    assert tried >= 20
