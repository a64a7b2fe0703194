"""Measures the installed package beside the command: `python package.py PATH_OF_LOYD [BOARDS]`.

Both must be built with the same profile (`cargo build --profile dist -p loyd-cli`, `pip install .`), and the
tables of the default heuristic be in the cache: the first run of each is not counted.
"""

import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

import loyd

ROUNDS = 5
CALLS = 100_000


def seconds(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def rate_beside_the_command(command, count):
    """The positions a second of `solve_many`, by those of the command on the same boards; least time of each."""
    boards = loyd.scramble("4x4", count=count, seed=1)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(" ".join(map(str, board)) + "\n" for board in boards)
        file.flush()
        arguments = [command, "solve", "--input", file.name, "--format", "csv", "-o", "/dev/null", "--quiet"]
        times = {"package": [], "command": []}
        for _ in range(ROUNDS + 1):
            times["package"].append(seconds(lambda: loyd.solve_many(boards)))
            times["command"].append(seconds(lambda: subprocess.run(arguments, check=True)))
    package, command = (min(times[name][1:]) for name in ("package", "command"))
    print(f"{count:,} boards of 4x4   package {package:.2f} s   command {command:.2f} s   "
          f"rate of the package {command / package:.0%} of the command's")


def audit_of_a_python_heuristic():
    goal = np.array([1, 2, 3, 4, 5, 6, 7, 8, 0])

    def misplaced(states):
        return ((states != goal) & (states != 0)).sum(axis=1)

    print(f"audit of all states of 3x3   {seconds(lambda: loyd.audit(misplaced)):.2f} s")


def growth_of_memory():
    """The growth of the process during many calls, after as many calls."""
    board = [8, 6, 7, 2, 5, 4, 3, 0, 1]
    for _ in range(CALLS):
        loyd.check(board)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(CALLS):
        loyd.check(board)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{CALLS:,} calls of check   {grown} KiB more memory")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    rate_beside_the_command(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 10_000)
    audit_of_a_python_heuristic()
    growth_of_memory()
