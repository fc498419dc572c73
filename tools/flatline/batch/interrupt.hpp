// batch/interrupt.hpp: handles Ctrl-C and requests to end during a run.
#pragma once

namespace flatline::engine::tool {

/// From here on SIGINT and SIGTERM end the run in good order, and a second one ends the program at
/// once. A signal that the parent process told the program to ignore (as nohup does) stays ignored.
void hear_interrupts();

/// The signal that came, or 0. Any thread.
int interrupted();

/// The exit code of a program that a signal ended, as a shell has it: 130 for SIGINT.
constexpr int exit_code_of(int signal) { return 128 + signal; }

}  // namespace flatline::engine::tool
