"""signals: signals and terminals are the command's own."""

# SPDX-License-Identifier: Apache-2.0

import os
import signal
import subprocess
import time

from launcher import ENVIRONMENT, TWICE, Terminal, launched, run


COUNTER = r"""
import os, signal, sys, time
got = []
for name in sys.argv[2:]:
    signal.signal(getattr(signal, name), lambda number, _: got.append(signal.Signals(number).name))
print("ready", os.getpid(), flush=True)
end = time.monotonic() + 100
while len(got) < int(sys.argv[1]) and time.monotonic() < end:
    time.sleep(0.05)
time.sleep(0.3)  # one that comes twice
print(*got, flush=True)
"""


def ignoring(*names):
    """Started as a shell starts what goes on in the background: these are ignored."""
    def settle():
        for name in SIGNALS:
            handler = signal.SIG_IGN if name in names else signal.SIG_DFL
            signal.signal(getattr(signal, name), handler)
    return settle


def counting(names, group=False, before=None):
    """A command that counts signals, in a group of its own, once it is ready."""
    child = subprocess.Popen(
        launched("python3", "-c", COUNTER, str(len(names)), *names), env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=group,
        preexec_fn=before,
    )
    assert child.stdout.readline().startswith("ready")
    return child


SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH"]


def test_signals_sent_to_us_are_passed_on():
    """Each once, also where the command has a handler for what it was started with ignored."""
    for ignored in [], SIGNALS:
        child = counting(SIGNALS, group=True, before=ignoring(*ignored))
        for name in SIGNALS:
            child.send_signal(getattr(signal, name))
            time.sleep(0.06)
        out, _ = child.communicate(timeout=300)
        assert sorted(out.split()) == sorted(SIGNALS), out
        assert child.returncode == 0


def test_signals_sent_to_the_group_come_once():
    """As a shell's kill %1, or timeout(1), sends them."""
    child = counting(SIGNALS, group=True)
    for name in SIGNALS:
        os.killpg(child.pid, getattr(signal, name))
        time.sleep(0.06)
    out, _ = child.communicate(timeout=300)
    assert sorted(out.split()) == sorted(SIGNALS), out


def test_a_signal_that_ends_the_command_is_its_status():
    """128 and the signal; there is a report all the same."""
    child = subprocess.Popen(
        launched("sh", "-c", f"{TWICE}; echo ready; exec sleep 20"), env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    while child.stdout.readline() != "ready\n":
        pass
    child.send_signal(signal.SIGTERM)
    _, err = child.communicate(timeout=300)
    assert child.returncode == 143 and "[double-release]" in err, (child.returncode, err)
    assert err.rstrip().endswith("-> signal SIGTERM"), err[-200:]


def test_ignored_signals_stay_ignored():
    """As nohup leaves them."""
    script = (
        "from signal import *; print(getsignal(SIGHUP) == SIG_IGN, getsignal(SIGINT) == SIG_IGN)"
    )
    done = run("python3", "-c", script, preexec_fn=ignoring("SIGHUP"))
    assert done.stdout == "True False\n", done.stdout


def test_the_mask_and_sigchld_are_the_commands_own():
    """What we block is not blocked in it."""
    script = (
        "from signal import *; print(pthread_sigmask(SIG_BLOCK, []),"
        "repr(getsignal(SIGCHLD)), repr(getsignal(SIGPIPE)))"
    )
    plain = subprocess.run(
        ["python3", "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert run("python3", "-c", script).stdout == plain.stdout
    deaf = dict(preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert "SIG_IGN" in run("python3", "-c", script, **deaf).stdout
    assert run("false", **deaf).returncode == 1


def test_nobody_reads_what_we_say():
    """stderr is a closed pipe."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        launched("sh", "-c", f"{TWICE}; exit 6"), env=ENVIRONMENT, stderr=write,
        stdout=subprocess.PIPE, check=False, timeout=300,
    )
    os.close(write)
    assert done.returncode == 6, done


def test_control_c_comes_once():
    """The terminal sends it to both of us."""
    terminal = Terminal(*launched("python3", "-c", COUNTER, "1", "SIGINT", "SIGQUIT"))
    terminal.expect("ready")
    terminal.send("\x03")
    terminal.expect(r"\^CSIGINT\r\n")
    assert terminal.close() == 0


def test_the_command_has_the_terminal():
    """Foreground group, size, reading from it."""
    script = (
        "import os, sys; print(os.tcgetpgrp(0) == os.getpgrp(), sys.stdin.isatty(),"
        "sys.stderr.isatty(), input())"
    )
    terminal = Terminal(*launched("python3", "-c", script))
    terminal.send("typed\n")
    terminal.expect("True True True typed")
    terminal.expect("not-exercised")
    assert terminal.close() == 0


def test_control_z_stops_both_and_fg_goes_on():
    """A job of an interactive shell."""
    terminal = Terminal("/bin/bash", "--norc", "--noprofile", "-i")
    terminal.expect(r"\$ ")
    # A reader that is not stopped yet would take what is typed for the shell.
    terminal.send(" ".join(launched("sh", "-c", "'echo read''y; exec cat -n'")) + "\n")
    terminal.expect("ready\r\n")
    terminal.send("one\n")
    terminal.expect("1\tone\r\n")
    terminal.send("\x1a")
    terminal.expect(r"Stopped")
    terminal.expect("cat -n'\r\n")
    terminal.expect(r"\$ ")
    terminal.send("fg\n")
    terminal.expect("cat -n'\r\n")
    time.sleep(0.5)  # the shell gives the terminal away
    terminal.send("two\n")
    terminal.expect("2\ttwo\r\n")
    terminal.send("\x04")
    terminal.expect("not-exercised")
    time.sleep(0.5)
    terminal.send("exit 9\n")
    assert terminal.close() == 9


def test_control_z_is_nothing_to_who_ignores_it():
    """As without the launcher the shell does not come back."""
    terminal = Terminal("/bin/bash", "--norc", "--noprofile", "-i")
    terminal.expect(r"\$ ")
    ignoring = "'trap \"\" TSTP; echo read''y; exec cat -n'"
    terminal.send(" ".join(launched("sh", "-c", ignoring)) + "\n")
    terminal.expect("ready\r\n")
    for number, word in enumerate(("one", "two", "three"), 1):
        terminal.send("\x1a")
        terminal.expect(r"\^Z")
        terminal.send(f"{word}\n")
        terminal.expect(f"{number}\t{word}\r\n")
    terminal.send("\x04")
    terminal.expect("not-exercised")
    terminal.send("exit 9\n")
    assert terminal.close() == 9


def test_a_shell_of_its_own_takes_the_terminal():
    """run -- bash: another group in the foreground."""
    terminal = Terminal(*launched("bash", "--norc", "--noprofile", "-i"))
    terminal.expect(r"\$ ")
    terminal.send(f"{TWICE}; echo th''ere\n")
    # Which of our line and its prompt comes first is not told.
    terminal.expect(r"(?s)(?=.*\[double-release\])(?=.*there\r\n.*\$ ).*")
    terminal.send("\x03")
    terminal.expect(r"\$ ")
    terminal.send("echo still here $((6*7))\n")
    terminal.expect("still here 42")
    terminal.send("exit 0\n")
    terminal.expect("-> exit 97")
    assert terminal.close() == 97
