// console.hpp: the arguments and outputs of a command.
#pragma once

#include <fmt/format.h>

#include "args.hpp"
#include "output.hpp"
#include "text.hpp"

namespace flatline::engine::tool {

/// Standard output takes the data, standard error everything else.
class Console {
public:
    explicit Console(const Arguments& args);
    /// Writes to the descriptor `file` what would go to standard output.
    Console(const Arguments& args, int file);
    /// As `like`, but what it writes to standard output comes to the end of `out`.
    Console(const Console& like, std::string& out);

    const Arguments& args;
    Output out;
    Output err;
    Style out_style;
    Style err_style;

    template <class... Values>
    void print(fmt::format_string<Values...> format, const Values&... values) {
        out.write(fmt::vformat(format, fmt::make_format_args(values...)));
    }
    /// Writes a message to standard error. Precondition: `message` is printable.
    void complain(std::string_view message) {
        err.write(fmt::format("flatline: {}\n", message));
        err.flush();
    }
    void flush() {
        err.flush();
        out.flush();
    }
    /// Flushes standard error, and standard output where it is a terminal: both then show things in
    /// their order.
    void flush_in_order() {
        err.flush();
        if (is_terminal_) out.flush();
    }

private:
    static bool wants_color(const Arguments& args, const Output& output);

    bool is_terminal_;
};

}  // namespace flatline::engine::tool
