// batch/meter.hpp: the progress line on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "console.hpp"

namespace flatline::engine::tool {

/// How far a run is.
struct RunState {
    std::size_t files = 0;
    std::size_t all_files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t all_bytes = 0;
};

/// A bar of the finished part, the counts and the time left: "[####....] 4/8 maps, 2 s left". At
/// most `width` characters, in ASCII.
std::string bar_text(std::size_t done, std::size_t all, std::string_view what, double seconds,
                     std::size_t width);

/// What the line says after `seconds`: files done, speed, time left. At most `width` characters, in
/// ASCII.
std::string meter_text(const RunState& state, double seconds, std::size_t width);

/// The last line of a terminal on standard error, while a run takes longer than half a second.
/// It writes nothing with --quiet, and nothing to what is no terminal. One thread.
class Meter {
public:
    explicit Meter(Console& console);
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;
    ~Meter() { erase(); }

    bool is_on() const { return is_on_; }
    /// Shows the line where it is time to.
    void show(const RunState& state);
    /// The same with a bar.
    void show_bar(std::size_t done, std::size_t all, std::string_view what);
    /// Takes the line away, so that something else can be printed.
    void erase();

private:
    using Clock = std::chrono::steady_clock;

    bool is_due();
    double seconds() const;
    void put(std::string text);

    Console& console_;
    bool is_on_;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point next_;
    std::size_t shown_ = 0;  // characters
};

}  // namespace flatline::engine::tool
