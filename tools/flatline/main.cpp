// flatline: the command line of the loader. See --help.
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cache.hpp"
#include "commands.hpp"
#include "platform.hpp"
#include "report/outputs.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

int run_command(Console& console) {
    switch (console.args.command) {
        case Command::built_in:
            return run_built_in(console);
        case Command::check:
            return run_check(console);
        case Command::info:
            return run_info(console);
        case Command::dump:
            return run_dump(console);
        case Command::fields:
            return run_fields(console);
        case Command::limits:
            return run_limits(console);
        case Command::bench:
            return run_bench(console);
        case Command::convert:
            return run_convert(console);
        case Command::draw:
            return run_draw(console);
        case Command::diff:
            return run_diff(console);
        case Command::textconv:
            return run_textconv(console);
        case Command::stats:
            return run_stats(console);
        case Command::table:
            return run_table(console);
        case Command::fix:
            return run_fix(console);
        case Command::rules:
            return run_rules(console);
        case Command::explain:
            return run_explain(console);
        case Command::help:  // has been printed
            break;
    }
    return kExitUsage;
}

int run(Console& console) {
    const int code = run_command(console);
    if (console.args.cache != nullptr) console.args.cache->end(console);
    return code;
}

int fail(const char* message) {
    complain_at_once(message);
    return kExitFindings;
}

int run(const std::vector<std::string>& words) {
    std::vector<const char*> argv;
    argv.reserve(words.size());
    for (const std::string& word : words) argv.push_back(word.c_str());
    Arguments args;
    if (const auto stop = parse_arguments(static_cast<int>(argv.size()), argv.data(), args)) {
        return *stop;
    }
    if (!args.output.empty()) return run_into_file(args, run);
    Console console(args);
    const int code = run(console);
    console.out.flush();
    if (console.out.failed()) {
        // A reader that has what it wanted, as head, is nothing to complain of.
        if (console.out.error() != EPIPE) {
            console.complain(fmt::format("cannot write: {}", std::strerror(console.out.error())));
        }
        return kExitFindings;
    }
    return code;
}

/// Says what went wrong; called while an exception is handled.
int fail_by_exception() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return fail("out of memory");
    } catch (const std::exception& e) {
        return fail(e.what());
    } catch (...) {
        return fail("unexpected error");
    }
}

/// An exception that met a function that may not throw, such as CLI::App::count, which allocates.
[[noreturn]] void end_without_signal() {
    // Without one there was no memory for the exception itself.
    end_at_once(std::current_exception() != nullptr ? fail_by_exception() : fail("out of memory"));
}

}  // namespace
}  // namespace flatline::engine::tool

int main(int argc, char** argv) {
    using namespace flatline::engine::tool;
    std::set_terminate(end_without_signal);
    try {
        return run(begin_process(argc, argv));
    } catch (...) {
        return fail_by_exception();
    }
}
