"""The package in a separate process: Ctrl-C, memory, pictures."""

import os
import signal
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ElementTree

import loyd

INTERRUPTED = """
import signal, sys, threading, time, os
import loyd
board = loyd.scramble("5x5", count=1, seed=1)[0]
class Endless:
    successors = staticmethod(lambda n: (2 * n, 2 * n + 1))
    is_goal = staticmethod(lambda n: False)
def slow(states):
    time.sleep(0.001)
    return [0] * len(states)
call = {
    "solve": lambda: loyd.solve(board, heuristic="manhattan"),
    "solve_many": lambda: loyd.solve_many([board] * 50, heuristic="manhattan"),
    "enumerate": lambda: loyd.enumerate("4x4", engine="reference", memory=8 << 30),
    "bfs": lambda: loyd.bfs(1, Endless()),
    "heuristic": lambda: loyd.astar(board, heuristic=slow),
}[sys.argv[1]]
sent = []
def interrupt():
    time.sleep(0.5)
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    call()
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
"""


def test_ctrl_c_stops_every_kind_of_call():
    for name in ("solve", "solve_many", "bfs", "heuristic"):
        result = subprocess.run(
            [sys.executable, "-c", INTERRUPTED, name],
            capture_output=True,
            text=True,
            timeout=300,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert result.returncode == 0, result.stderr
        # A bound on the machine's load, and not a measurement.
        assert float(result.stdout) < 60, (name, result.stdout)


def test_many_calls_leak_nothing():
    code = """
        import resource
        import loyd

        def calls(count):
            for _ in range(count):
                loyd.check("1 2 3 4 0 6 7 5 8")
                loyd.verify("1 2 3 4 0 6 7 5 8", "U L")
                try:
                    loyd.verify("1 2 3 4 0 6 7 5 8", "X")
                except loyd.LoydError:
                    pass

        calls(300)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        calls(3000)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    assert result.returncode == 0, result.stderr
    # Kilobytes: a leak of 1 KB a call would be 9,000.
    assert int(result.stdout) < 6000


def test_pictures_are_xml_and_move():
    for solution in (
        loyd.solve("8 6 7 2 5 4 3 0 1"),
        loyd.solve("R U F", puzzle="cube2"),
        loyd.solve("R U F", puzzle="cube3", algorithm="two-phase"),
    ):
        picture = ElementTree.fromstring(solution._repr_svg_())
        assert any(element.tag.endswith(("animate", "animateTransform")) for element in picture.iter())
        assert f"{solution.length} moves" in solution._repr_html_()
    table = loyd.solve_many(loyd.scramble("3x3", count=30))._repr_html_()
    assert "and 10 more" in table
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
