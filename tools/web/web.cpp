// The program as the page calls it: its commands that show maps, on files that the page was given.
#include <cstdio>
#include <exception>
#include <new>

#include "commands.hpp"

namespace flatline::engine::tool {
namespace {

int run(Console& console) {
    switch (console.args.command) {
        case Command::check:
            return run_check(console);
        case Command::info:
            return run_info(console);
        case Command::dump:
            return run_dump(console);
        case Command::draw:
            return run_draw(console);
        case Command::explain:
            return run_explain(console);
        default:
            console.complain("there is no such command in a browser");
            return kExitUsage;
    }
}

}  // namespace
}  // namespace flatline::engine::tool

int main(int argc, char** argv) {
    using namespace flatline::engine::tool;
    try {
        Arguments args;
        if (const auto stop = parse_arguments(argc, argv, args)) return *stop;
        Console console(args);
        const int code = run(console);
        console.flush();
        return console.out.failed() ? kExitFindings : code;
    } catch (const std::bad_alloc&) {
        std::fputs("flatline: out of memory\n", stderr);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "flatline: %s\n", e.what());
    }
    return kExitFindings;
}
