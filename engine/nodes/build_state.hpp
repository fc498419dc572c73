// What the parts of the node builder share: working memory, vertices, segs, partitions.
// Coordinates are whole numbers of 1/65536 map unit, held in doubles, which are exact for them.
#pragma once

#include <atomic>
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

/// Working memory of a build. It comes from the hooks, is bounded, and is given back at the end. Or
/// it is a block that the calling thread has taken: a host's memory is asked for on that thread
/// alone, so branches that others divide live in blocks. Once it has failed, outcome() keeps saying
/// so.
class Scratch {
public:
    static constexpr std::uint64_t kAlignment = 64;

    Scratch(const MemoryHooks& hooks, std::uint64_t limit) noexcept : hooks_(hooks), left_(limit) {}
    /// `bytes` at `block`, which is aligned to kAlignment.
    Scratch(const MemoryHooks& hooks, unsigned char* block, std::uint64_t bytes) noexcept
        : hooks_(hooks), block_(block), at_(block), left_(bytes) {}
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// Null if there is no more. What comes from the hooks lies in `memory`.
    [[nodiscard]] void* take(Reservation& memory, std::uint64_t bytes) noexcept {
        if (block_ != nullptr) return take_of_block(memory, bytes);
        if (bytes > left_) {
            outcome_ = Outcome::over_limit;
        } else if (!memory.ensure_whole(hooks_, bytes)) {
            outcome_ = Outcome::out_of_memory;
        } else {
            left_ -= bytes;
            return memory.data();
        }
        return nullptr;
    }
    void give(std::uint64_t bytes) noexcept {
        if (block_ == nullptr) {
            left_ += bytes;
        } else if (lender_ != nullptr) {
            lender_->give(bytes);
        }
    }
    /// Makes what was taken last from the block, up to `end`, longer where it lies. False: it is
    /// not the last, or there is no room.
    [[nodiscard]] bool extend(const unsigned char* end, std::uint64_t bytes) noexcept {
        if (block_ == nullptr || end != at_ || bytes > left_) return false;
        at_ += bytes;
        left_ -= bytes;
        return true;
    }
    /// Goes on with another block; nobody uses any of the one before.
    void restart(unsigned char* block, std::uint64_t bytes) noexcept {
        block_ = block;
        at_ = block;
        left_ = bytes;
        full_ = false;
    }
    /// What a block has no room for comes from `lender` from now on; null: from nowhere. Only while
    /// the calling thread alone uses the block.
    void borrow_from(Scratch* lender) noexcept {
        lender_ = lender;
        full_ = false;
    }
    /// True if something found no room in the block.
    bool full() const noexcept { return full_; }
    const MemoryHooks& hooks() const noexcept { return hooks_; }
    std::uint64_t left() const noexcept { return left_; }
    void fail(Outcome outcome) noexcept { outcome_ = outcome; }
    Outcome outcome() const noexcept {
        return outcome_ == Outcome::ok && lender_ != nullptr ? lender_->outcome() : outcome_;
    }

private:
    void* take_of_block(Reservation& memory, std::uint64_t bytes) noexcept {
        const std::uint64_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
        if (size <= left_) {
            unsigned char* const taken = at_;
            at_ += size;
            left_ -= size;
            return taken;
        }
        if (lender_ != nullptr) return lender_->take(memory, bytes);
        full_ = true;
        return nullptr;
    }

    const MemoryHooks& hooks_;
    unsigned char* block_ = nullptr;  // null: from the hooks
    unsigned char* at_ = nullptr;
    std::uint64_t left_;
    Scratch* lender_ = nullptr;
    Outcome outcome_ = Outcome::ok;
    bool full_ = false;
};

/// An array of working memory that grows by doubling.
template <class T>
class Pool {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    explicit Pool(Scratch& scratch) noexcept : scratch_(scratch) {}

    T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data_[i]; }
    T* begin() const noexcept { return data_; }
    T* end() const noexcept { return data_ + size_; }
    void truncate(std::size_t size) noexcept { size_ = size; }
    /// Becomes empty; memory of a block is left to it.
    void forget() noexcept {
        if (memory_.data() != nullptr) scratch_.give(room_ * sizeof(T));
        memory_.reset();
        data_ = nullptr;
        size_ = 0;
        room_ = 0;
    }

    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        if (count <= room_) return true;
        std::size_t room = room_ * 2 > 256 ? room_ * 2 : 256;
        if (room < count) room = count;
        return set_room(room);
    }
    /// Has room for `count` and no more, where it has less.
    [[nodiscard]] bool reserve_exactly(std::size_t count) noexcept {
        return count <= room_ || set_room(count);
    }
    [[nodiscard]] bool push(const T& value) noexcept {
        if (size_ == room_) return push_slowly(value);
        data_[size_++] = value;
        return true;
    }
    /// Makes it `count` long; what is new is set to `value`.
    [[nodiscard]] bool extend(std::size_t count, const T& value) noexcept {
        if (!reserve(count)) return false;
        for (; size_ < count; ++size_) data_[size_] = value;
        return true;
    }
    /// Makes it `count` long; what is new is not set. Precondition: room for them.
    void lengthen(std::size_t count) noexcept { size_ = count; }

private:
    static constexpr std::uint64_t kAligned = Scratch::kAlignment;

    static std::uint64_t whole_bytes(std::size_t count) noexcept {
        return (count * sizeof(T) + kAligned - 1) / kAligned * kAligned;
    }
    [[nodiscard]] bool push_slowly(const T& value) noexcept {
        const T copy = value;  // it may lie in the memory that is replaced
        if (!reserve(size_ + 1)) return false;
        data_[size_++] = copy;
        return true;
    }
    [[nodiscard]] bool set_room(std::size_t room) noexcept {
        if (data_ != nullptr && memory_.data() == nullptr &&
            scratch_.extend(reinterpret_cast<unsigned char*>(data_) + whole_bytes(room_),
                            whole_bytes(room) - whole_bytes(room_))) {
            room_ = room;
            return true;
        }
        Reservation grown;
        void* const taken = scratch_.take(grown, room * sizeof(T));
        if (taken == nullptr) return false;
        if (size_ != 0) std::memcpy(taken, data_, size_ * sizeof(T));
        if (memory_.data() != nullptr) scratch_.give(room_ * sizeof(T));
        memory_ = std::move(grown);
        data_ = static_cast<T*>(taken);
        room_ = room;
        return true;
    }

    Scratch& scratch_;
    T* data_ = nullptr;
    Reservation memory_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

struct Point {
    double x, y;
};

/// A seg during the build. `next` is a piece that was cut off it while it waited in a set or a
/// leaf. `after` is the piece that begins where this one ends, of those that were one seg once.
struct WorkSeg {
    std::uint32_t v1, v2;
    std::uint32_t partner;
    std::uint32_t next;
    std::uint32_t linedef;  // FLATLINE_NONE: a miniseg
    std::uint32_t side;
    std::uint32_t plane;  // the infinite line that it lies on; FLATLINE_NONE for a miniseg
    std::uint32_t after;
};

/// The infinite line on which a group of linedefs lies, in the direction of one of them.
struct PlaneLine {
    Point from, to;
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

    /// Room for `count` vertices, in an empty grid.
    [[nodiscard]] bool reserve(std::size_t count) noexcept;
    /// Asks for the memory that find() at `p` will read.
    void prefetch_place(const Point& p) const noexcept;
    /// Makes `vertex` findable at its point.
    [[nodiscard]] bool insert(const Pool<Point>& points, std::uint32_t vertex) noexcept;
    /// The nearest vertex within `radius`, which is at most half a cell of 8 units; the lowest of
    /// equally near ones. FLATLINE_NONE if there is none.
    std::uint32_t find(const Pool<Point>& points, const Point& p, double radius) const noexcept;

    /// The most vertices that lie behind one head; for tests.
    std::size_t longest() const noexcept;
    void forget() noexcept {
        heads_.forget();
        entries_.forget();
    }

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

/// Numbers that a branch gives to vertices or planes of the whole map, from 0 up.
class Numbers {
public:
    explicit Numbers(Scratch& scratch) noexcept : hooks_(scratch.hooks()), entries_(scratch) {}

    /// The number of `of`; a new one is `next`. FLATLINE_NONE: out of memory.
    std::uint32_t number(std::uint32_t of, std::uint32_t next) noexcept;
    void forget() noexcept {
        entries_.forget();
        used_ = 0;
    }

private:
    struct Entry {
        std::uint32_t of, number;
    };
    Entry& place(std::uint32_t of) noexcept;
    bool grow() noexcept;

    const MemoryHooks& hooks_;
    HashKey key_;
    Pool<Entry> entries_;  // a power of two of them, at most half of them used
    std::size_t used_ = 0;
};

/// What the branches of one build have in common.
struct SharedSteps {
    std::atomic<std::uint64_t> steps{0};
};

/// Everything of one build, or of one branch of it: a set of segs that is divided apart from all
/// others, with vertices, segs and planes numbered from 0 (nodes/build_branches.hpp).
struct State {
    State(const MemoryHooks& hooks, std::uint64_t memory_limit, std::uint64_t step_limit,
          Progress* told) noexcept
        : scratch(hooks, memory_limit), work(scratch), most_steps(step_limit), progress(told) {}
    /// A branch of `whole`. What lasts lies in the block, what is needed until the branch is
    /// divided in `working`.
    State(const State& whole, unsigned char* block, std::uint64_t bytes, Scratch& working,
          SharedSteps& shared) noexcept
        : scratch(whole.scratch.hooks(), block, bytes),
          work(working),
          most_steps(whole.most_steps),
          steps(whole.steps),
          told_steps(whole.steps),
          shared_steps(&shared),
          progress(whole.progress),
          trunk(&whole) {}

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
    /// Adds a branch's steps to those of the others. False if all of them together pass the limit.
    [[nodiscard]] bool tell_steps() noexcept;

    std::size_t plane_count() const noexcept {
        return lines.size() != 0 ? lines.size() : plane_lines.size();
    }
    /// The line of a plane. The ends of a piece are rounded, which turns it a little; its linedef
    /// is exact.
    Partition line_of(std::uint32_t plane) const noexcept;

    /// The vertex at a cut: an old one that is near enough, or a new one. FLATLINE_NONE: out of
    /// memory.
    std::uint32_t vertex_at(const Point& p) noexcept;
    /// The number in this branch of a vertex of the whole map. FLATLINE_NONE: out of memory.
    std::uint32_t import(std::uint32_t vertex) noexcept;
    /// A new vertex of a branch, which is vertex `origin` of the whole map or FLATLINE_NONE.
    [[nodiscard]] bool add_point(const Point& p, std::uint32_t origin) noexcept {
        return points.push(p) && (trunk == nullptr || origins.push(origin));
    }
    /// Gives up what the division alone needs. The next branch gets that memory.
    void forget_work() noexcept {
        lines.forget();
        slots.forget();
        numbers.forget();
        grid.forget();
    }

    Scratch scratch;
    Scratch& work;  // of what is not needed after the division; of a branch its thread's
    std::uint64_t most_steps;
    std::uint64_t steps = 0;
    std::uint64_t told_steps = 0;  // of `steps`: in shared_steps
    SharedSteps* shared_steps = nullptr;
    Progress* progress;                    // null: nobody asks
    const State* trunk = nullptr;          // of a branch: what it is cut off
    Pool<Point> points{scratch};           // the map's, then new ones
    Pool<std::uint32_t> origins{scratch};  // of a branch, by vertex: the whole map's number, if any
    Pool<WorkSeg> segs{scratch};
    Pool<WorkNode> nodes{scratch};
    Pool<Leaf> leaves{scratch};
    Pool<std::uint32_t> leaf_segs{scratch};
    Pool<PlaneLine> plane_lines{work};  // by plane; empty in a branch
    Pool<Partition> lines{work};        // of a branch, by plane
    Pool<std::uint32_t> slots{work};    // by vertex: working space; FLATLINE_NONE between uses
    Numbers numbers{work};              // of a branch: of the whole map's vertices
    VertexGrid grid{work};
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
