#include "console.hpp"

#include <cstdlib>
#include <string_view>

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kOutBytes = 1u << 20;  // dumps of large maps: few system calls
constexpr std::size_t kErrBytes = 1u << 12;

/// What the run prints to standard output decides how it is guarded.
LineGuard output_guard(const Arguments& args) {
    if (args.json || args.command == Command::dump) return workflow_guard(Notation::json);
    if (args.command == Command::table) {
        switch (args.table.format) {
            case TableFormat::ndjson:
                return workflow_guard(Notation::json);
            case TableFormat::csv:  // data: it has no notation that reads back as the same
            case TableFormat::parquet:
                return {};
        }
    }
    switch (args.format) {
        case ReportFormat::json:
        case ReportFormat::sarif:
        case ReportFormat::gitlab:
            return workflow_guard(Notation::json);
        case ReportFormat::github:
            return LineGuard(Notation::text, true);  // for a workflow, wherever it is made
        case ReportFormat::text:
        case ReportFormat::junit:
            break;
    }
    return workflow_guard(Notation::text);
}

}  // namespace

Console::Console(const Arguments& arguments)
    : args(arguments),
      out(kStandardOutput, kOutBytes, output_guard(arguments)),
      err(kStandardError, kErrBytes, workflow_guard(Notation::text)),
      out_style(wants_color(arguments, out)),
      err_style(wants_color(arguments, err)),
      is_terminal_(out.is_terminal()) {}

Console::Console(const Arguments& arguments, int file)
    : args(arguments),
      out(file, kOutBytes),
      err(kStandardError, kErrBytes, workflow_guard(Notation::text)),
      out_style(arguments.color == ColorMode::always),
      err_style(wants_color(arguments, err)),
      is_terminal_(false) {}

Console::Console(const Console& like, std::string& text)
    : args(like.args),
      out(
          [&text](std::string_view bytes) {
              text.append(bytes);
              return 0;
          },
          kErrBytes),
      err(kStandardError, kErrBytes, workflow_guard(Notation::text)),
      out_style(like.out_style),
      err_style(like.err_style),
      is_terminal_(false) {}

bool Console::wants_color(const Arguments& args, const Output& output) {
    if (args.color != ColorMode::automatic) return args.color == ColorMode::always;
    // no-color.org: set to anything but nothing.
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    return (no_color == nullptr || *no_color == '\0') && !is_dumb && output.is_terminal();
}

}  // namespace flatline::engine::tool
