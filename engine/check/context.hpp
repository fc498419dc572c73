// What every rule gets: the map, the report, memory, and the steps that are left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/progress.hpp"
#include "base/work.hpp"
#include "check/geometry_cache.hpp"
#include "check/report.hpp"
#include "check/scratch.hpp"
#include "check/thing_types.hpp"
#include "model/check.hpp"
#include "model/map.hpp"
#include "model/runtime.hpp"

namespace flatline::engine::sanity {

/// One check of one map. A rule that gets false from a function here returns at once.
class Context {
public:
    Context(const Map& of, const CheckOptions& wanted, Budget& budget, FindingList& findings,
            std::uint64_t rules) noexcept
        : map(of),
          options(wanted),
          report(wanted.levels, of.format(), findings),
          types(of, wanted.entry, wanted.game, wanted.resources),
          budget_(budget),
          progress_(wanted.progress, rules),
          steps_left_(std::min(wanted.limits.check_steps, work::left(wanted.work))) {
        plan_look();
    }
    ~Context() { work::refund(options.work, until_look_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const Map& map;
    const CheckOptions& options;
    const Report report;
    const ThingTypes types;

    /// What rules of geometry share. Its memory is this context's.
    GeometryCache geometry;

    bool is_on(Rule rule) const noexcept { return report.is_on(rule); }

    /// Working memory for `count` elements, not initialised.
    template <class T>
    [[nodiscard]] bool take(std::size_t count, Scratch<T>& out) noexcept {
        return keep(out.take(count, budget_, options.memory));
    }
    /// The same, every byte 0.
    template <class T>
    [[nodiscard]] bool take_zeroed(std::size_t count, Scratch<T>& out) noexcept {
        if (!take(count, out)) return false;
        if (count != 0) std::memset(static_cast<void*>(out.data()), 0, count * sizeof(T));
        return true;
    }
    /// At least twice the room; what was there stays.
    template <class T>
    [[nodiscard]] bool grow(Scratch<T>& array) noexcept;

    /// Counts work that a map could make more than linear: an element beside another that is
    /// looked at, or a cell that is passed. Also looks whether the host wants the check to end.
    [[nodiscard]] bool spend(std::uint64_t steps = 1) noexcept {
        if (steps <= until_look_) {
            until_look_ -= steps;
            return true;
        }
        return look(steps);
    }
    /// Gives up the rule as if the limit were reached: what it needs has no room.
    [[nodiscard]] bool give_up() noexcept {
        cut_ = true;
        return false;
    }
    /// Looks whether the host wants the check to end.
    [[nodiscard]] bool poll() noexcept {
        if (!progress_.add(0)) outcome_ = Outcome::cancelled;
        return goes_on();
    }
    /// False if memory is out or the host has ended the check; no rule runs after that.
    bool goes_on() const noexcept { return outcome_ == Outcome::ok; }
    Outcome outcome() const noexcept { return outcome_; }

    /// One table (FLATLINE_RUNTIME_*, one bit) of what ports compute, made at the first call; null
    /// if memory is out.
    const Runtime* runtime(std::uint32_t table) noexcept;

    /// Between rules: begins the next, and says whether the limit has cut the last one short.
    void begin_rule() noexcept { cut_ = false; }
    bool was_cut() const noexcept { return cut_; }
    [[nodiscard]] bool rule_done() noexcept {
        if (!progress_.add(1)) outcome_ = Outcome::cancelled;
        return goes_on();
    }

private:
    static constexpr std::uint64_t kLook = 1u << 16;  // steps between two looks at the clock

    bool keep(Outcome outcome) noexcept {
        if (outcome != Outcome::ok) outcome_ = outcome;
        return goes_on();
    }
    void plan_look() noexcept {
        until_look_ = std::min(steps_left_, kLook);
        steps_left_ -= until_look_;
        work::spend(options.work, until_look_);
    }
    bool look(std::uint64_t steps) noexcept;

    Budget& budget_;
    Progress progress_;
    std::uint64_t steps_left_;
    std::uint64_t until_look_ = 0;
    bool cut_ = false;
    Outcome outcome_ = Outcome::ok;
    static constexpr int kTables = 9;
    Runtime runtimes_[kTables];
};

template <class T>
bool Context::grow(Scratch<T>& array) noexcept {
    const std::size_t size = array.size();
    Scratch<T> larger;
    if (!take(size < 32 ? 64 : size * 2, larger)) return false;
    if (size != 0) std::memcpy(static_cast<void*>(larger.data()), array.data(), size * sizeof(T));
    array.swap(larger);
    return true;
}

}  // namespace flatline::engine::sanity
