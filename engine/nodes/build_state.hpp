// What the parts of the node builder share: working memory, vertices, segs, partitions.
// Coordinates are whole numbers of 1/65536 map unit, held in doubles, which are exact for them.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/keyed_hash.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "base/reservation.hpp"
#include "nodes/report.hpp"

namespace flatline::engine::nodes {

inline constexpr double kUnit = 65536.0;

/// The nearest whole number, and never a negative zero, which 16.16 does not have.
inline double whole(double value) noexcept { return std::nearbyint(value) + 0.0; }

/// A point nearer than this to a partition is on it. It is more than rounding, snapping and the
/// halving of long directions can come to together.
inline constexpr double kOnLine = 8.0;
/// A new vertex this near to another one is that vertex. It is less than half of kOnLine: a seg is
/// cut at least kOnLine from its ends, so no cut falls onto an end.
inline constexpr double kSameVertex = 3.5;

/// Working memory of one build: it comes from the hooks, is bounded, and is given back at the end.
/// Once it has failed, outcome() keeps saying so.
class Scratch {
public:
    Scratch(const MemoryHooks& hooks, std::uint64_t limit) noexcept : hooks_(hooks), left_(limit) {}

    [[nodiscard]] bool take(Reservation& memory, std::uint64_t bytes) noexcept {
        if (bytes > left_) {
            outcome_ = Outcome::over_limit;
        } else if (!memory.ensure(hooks_, bytes)) {
            outcome_ = Outcome::out_of_memory;
        } else {
            left_ -= bytes;
            return true;
        }
        return false;
    }
    const MemoryHooks& hooks() const noexcept { return hooks_; }
    void give(std::uint64_t bytes) noexcept { left_ += bytes; }
    void fail(Outcome outcome) noexcept { outcome_ = outcome; }
    Outcome outcome() const noexcept { return outcome_; }

private:
    const MemoryHooks& hooks_;
    std::uint64_t left_;
    Outcome outcome_ = Outcome::ok;
};

/// An array of working memory that grows by doubling.
template <class T>
class Pool {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    explicit Pool(Scratch& scratch) noexcept : scratch_(scratch) {}

    T* data() const noexcept { return reinterpret_cast<T*>(memory_.data()); }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data()[i]; }
    T* begin() const noexcept { return data(); }
    T* end() const noexcept { return data() + size_; }
    void truncate(std::size_t size) noexcept { size_ = size; }

    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        if (count <= room_) return true;
        std::size_t room = room_ * 2 > 256 ? room_ * 2 : 256;
        if (room < count) room = count;
        Reservation grown;
        if (!scratch_.take(grown, room * sizeof(T))) return false;
        if (size_ != 0) std::memcpy(grown.data(), memory_.data(), size_ * sizeof(T));
        memory_ = std::move(grown);
        scratch_.give(room_ * sizeof(T));
        room_ = room;
        return true;
    }
    [[nodiscard]] bool push(const T& value) noexcept {
        const T copy = value;  // it may lie in the memory that is replaced
        if (size_ == room_ && !reserve(size_ + 1)) return false;
        data()[size_++] = copy;
        return true;
    }
    /// Makes it `count` long; what is new is set to `value`.
    [[nodiscard]] bool extend(std::size_t count, const T& value) noexcept {
        if (!reserve(count)) return false;
        for (; size_ < count; ++size_) data()[size_] = value;
        return true;
    }

private:
    Scratch& scratch_;
    Reservation memory_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

struct Point {
    double x, y;
};

/// A seg during the build. `next` is a piece that was cut off it while it waited in a set or a
/// leaf.
struct WorkSeg {
    std::uint32_t v1, v2;
    std::uint32_t partner;
    std::uint32_t next;
    std::uint32_t linedef;  // FLATLINE_NONE: a miniseg
    std::uint32_t side;
    std::uint32_t plane;  // the infinite line that it lies on; FLATLINE_NONE for a miniseg
};

/// The infinite line on which a group of linedefs lies, in the direction of one of them.
struct PlaneLine {
    std::uint32_t v1, v2;
};

struct WorkNode {
    double x, y, dx, dy;
    std::uint32_t children[2];  // as flatline_node, but nodes are numbered from the root down
};

struct Leaf {
    std::uint32_t first, count;  // of State::leaf_segs
};

/// A directed line, in the numbers of a node and in those that distances are measured with.
struct Partition {
    double x = 0, y = 0, dx = 0, dy = 0;
    double nx = 0, ny = 0, c = 0;  // the unit normal to the right, and the line's distance along it
    double length = 0;
    std::uint32_t plane = FLATLINE_NONE;

    /// Distance of a point: positive to the right.
    double distance(const Point& p) const noexcept { return p.x * nx + p.y * ny - c; }
    /// How far along the line a point is, in units from (x, y).
    double along(const Point& p) const noexcept {
        return ((p.x - x) * dx + (p.y - y) * dy) / length;
    }
};

/// Finds a vertex that is near a point.
class VertexGrid {
public:
    explicit VertexGrid(Scratch& scratch) noexcept
        : hooks_(scratch.hooks()), heads_(scratch), entries_(scratch) {}

    /// Makes `vertex` findable at its point.
    [[nodiscard]] bool insert(const Pool<Point>& points, std::uint32_t vertex) noexcept;
    /// The nearest vertex within `radius`, which is at most half a cell of 8 units; the lowest of
    /// equally near ones. FLATLINE_NONE if there is none.
    std::uint32_t find(const Pool<Point>& points, const Point& p, double radius) const noexcept;

    /// The most vertices that lie behind one head; for tests.
    std::size_t longest() const noexcept;

private:
    struct Entry {
        std::uint32_t vertex, next;
    };
    std::size_t head_of(std::int64_t x, std::int64_t y) const noexcept;
    void link(const Pool<Point>& points, std::uint32_t entry) noexcept;

    const MemoryHooks& hooks_;
    HashKey key_;
    Pool<std::uint32_t> heads_;  // by hash of the cell; a power of two of them
    Pool<Entry> entries_;
};

/// Everything of one build.
struct State {
    State(const MemoryHooks& hooks, std::uint64_t memory_limit, std::uint64_t step_limit,
          Progress* told) noexcept
        : scratch(hooks, memory_limit),
          most_steps(step_limit),
          progress(told),
          points(scratch),
          segs(scratch),
          nodes(scratch),
          plane_lines(scratch),
          leaves(scratch),
          leaf_segs(scratch),
          slots(scratch),
          grid(scratch) {}

    /// Counts parts of the work as done. False if the host ends the build.
    [[nodiscard]] bool advance(std::uint64_t parts) noexcept {
        if (progress == nullptr || progress->add(parts)) return true;
        scratch.fail(Outcome::cancelled);
        return false;
    }

    /// Counts work that a map could make more than linear. False if the limit node-steps is
    /// passed: the build ends.
    [[nodiscard]] bool spend(std::uint64_t more) noexcept {
        steps += more;
        return !stopped();
    }
    bool stopped() const noexcept { return steps > most_steps; }

    Scratch scratch;
    std::uint64_t most_steps;
    std::uint64_t steps = 0;
    Progress* progress;  // null: nobody asks
    Pool<Point> points;  // the map's, then new ones
    Pool<WorkSeg> segs;
    Pool<WorkNode> nodes;
    Pool<PlaneLine> plane_lines;  // by plane
    Pool<Leaf> leaves;
    Pool<std::uint32_t> leaf_segs;
    Pool<std::uint32_t> slots;  // by vertex: working space; FLATLINE_NONE between uses
    VertexGrid grid;
    std::uint32_t original_vertices = 0;
};

/// The line through two points, in numbers that a node can hold. Precondition: they differ.
Partition partition_of(const Point& from, const Point& to) noexcept;

/// Steps for a seg that is cut, or made: what it costs until it lies in the tree, and its memory.
inline constexpr std::uint64_t kSegSteps = 512;

/// Cuts a seg at a vertex, and its partner with it. `*rest` is the second piece; the partner's is
/// linked to the partner. False: out of memory, or of steps.
[[nodiscard]] bool cut_seg(State& state, std::uint32_t seg, std::uint32_t vertex,
                           std::uint32_t* rest) noexcept;

}  // namespace flatline::engine::nodes
