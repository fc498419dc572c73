// commands.hpp: the commands of the program. Each returns the exit code.
#pragma once

#include "console.hpp"

namespace flatline::engine::tool {

int run_built_in(Console& console);
int run_check(Console& console);
int run_info(Console& console);
int run_dump(Console& console);
int run_fields(Console& console);
int run_limits(Console& console);
int run_bench(Console& console);
int run_convert(Console& console);
int run_draw(Console& console);
int run_diff(Console& console);
int run_textconv(Console& console);
int run_stats(Console& console);
int run_table(Console& console);
int run_fix(Console& console);
int run_rules(Console& console);
int run_explain(Console& console);

}  // namespace flatline::engine::tool
