#include "batch/meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kEach{100};

std::string duration(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string meter_text(const RunState& state, double seconds, std::size_t width) {
    constexpr double kMegabyte = 1e6;
    const auto bytes = static_cast<double>(state.bytes);
    std::string text = fmt::format("{}/{} files", state.files, state.all_files);
    if (state.bytes != 0 && seconds > 0) {
        const double speed = bytes / seconds;
        const auto left =
            static_cast<double>(state.all_bytes - std::min(state.bytes, state.all_bytes));
        text += fmt::format(", {:.1f} MB/s, {} left", speed / kMegabyte, duration(left / speed));
    }
    if (text.size() > width) text.resize(width);
    return text;
}

Meter::Meter(Console& console)
    : console_(console),
      is_on_(!console.args.quiet && console.err.is_terminal() && can_overwrite_line()),
      next_(begun_ + kFirst) {}

void Meter::show(const RunState& state) {
    const Clock::time_point now = Clock::now();
    if (!is_on_ || now < next_) return;
    next_ = now + kEach;
    const double seconds = std::chrono::duration<double>(now - begun_).count();
    // In the last column a terminal would begin a new line.
    std::string text = meter_text(state, seconds, terminal_width() - 1);
    const std::size_t size = text.size();
    if (size < shown_) text.append(shown_ - size, ' ');
    shown_ = size;
    console_.err.write('\r' + text + '\r');
    console_.err.flush();
}

void Meter::erase() {
    if (shown_ == 0) return;
    console_.err.write('\r' + std::string(shown_, ' ') + '\r');
    console_.err.flush();
    shown_ = 0;
}

}  // namespace flatline::engine::tool
