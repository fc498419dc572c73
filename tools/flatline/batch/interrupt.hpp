// batch/interrupt.hpp: handles Ctrl-C and requests to end during a run.
#pragma once

namespace flatline::engine::tool {

/// From here on SIGINT and SIGTERM end the run in good order, and a second one ends the program at
/// once. One that the program was started to pass over (as after nohup) stays without effect.
void hear_interrupts();

/// The signal that was heard, or 0. Any thread.
int interrupted();

/// What a program exits with that a signal ended: as a shell has it, 130 of SIGINT.
constexpr int exit_code_of(int signal) { return 128 + signal; }

}  // namespace flatline::engine::tool
