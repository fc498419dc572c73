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

std::string bar_text(std::size_t done, std::size_t all, std::string_view what, double seconds,
                     std::size_t width) {
    constexpr std::size_t kBar = 20;
    const std::size_t full = all == 0 ? 0 : done * kBar / all;
    std::string text = fmt::format("[{}{}] {}/{} {}", std::string(full, '#'),
                                   std::string(kBar - full, '.'), done, all, what);
    if (done != 0) {
        const double each = seconds / static_cast<double>(done);
        text += fmt::format(", {} left", duration(each * static_cast<double>(all - done)));
    }
    if (text.size() > width) text.resize(width);
    return text;
}

Meter::Meter(Console& console)
    : console_(console),
      is_on_(!console.args.quiet && console.err.is_terminal() && can_overwrite_line()),
      next_(begun_ + kFirst) {}

bool Meter::is_due() {
    const Clock::time_point now = Clock::now();
    if (!is_on_ || now < next_) return false;
    next_ = now + kEach;
    return true;
}

double Meter::seconds() const {
    return std::chrono::duration<double>(Clock::now() - begun_).count();
}

// In the last column a terminal would begin a new line.
void Meter::show(const RunState& state) {
    if (is_due()) put(meter_text(state, seconds(), terminal_width() - 1));
}

void Meter::show_bar(std::size_t done, std::size_t all, std::string_view what) {
    if (is_due()) put(bar_text(done, all, what, seconds(), terminal_width() - 1));
}

void Meter::put(std::string text) {
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
