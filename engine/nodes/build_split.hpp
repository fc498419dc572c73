// Splits a set of segs along a line and closes both halves with minisegs.
#pragma once

#include "nodes/build_sides.hpp"
#include "nodes/build_state.hpp"

namespace flatline::engine::nodes {

/// Sorts segs into those in front of the line and those behind it. A seg on the line goes to the
/// side that it faces. A seg that crosses the line is cut, and its partner with it, whichever set
/// that is in. Then every stretch of the line between neighbouring vertices on it is looked at.
/// Where it lies inside the map, as the segs around both its ends tell, and no seg covers it, it
/// gets a pair of minisegs, one for each side. So sets of closed sectors stay closed, and no
/// miniseg is put into the void.
class Splitter {
public:
    explicit Splitter(State& state) noexcept
        : state_(state),
          front_(state.work),
          back_(state.work),
          on_line_(state.work),
          events_(state.work) {}

    /// `columns`: the same set in columns. False: out of memory. Linear in the set, plus sorting of
    /// the vertices on the line.
    [[nodiscard]] bool split(const std::uint32_t* set, std::size_t size, const Partition& line,
                             const SideColumns& columns) noexcept;
    const Pool<std::uint32_t>& front() const noexcept { return front_; }
    const Pool<std::uint32_t>& back() const noexcept { return back_; }

private:
    /// The segs at a vertex, sorted by angle to the left of a direction: the first and the last of
    /// them tell whether the direction leads into the map.
    struct Fan {
        double least = 8;  // angles, as angle() measures them
        double most = -1;
        bool least_leaves = false;  // the seg at `least` begins here
        bool most_arrives = false;  // the seg at `most` ends here

        void add(double angle, bool leaves) noexcept {
            if (angle < least) {
                least = angle;
                least_leaves = leaves;
            } else if (angle == least) {
                least_leaves = least_leaves || leaves;
            }
            if (angle > most) {
                most = angle;
                most_arrives = !leaves;
            } else if (angle == most) {
                most_arrives = most_arrives || !leaves;
            }
        }
        // The map is to the right of every seg.
        bool inside() const noexcept { return least_leaves && most_arrives; }
    };

    /// A vertex on the line.
    struct Event {
        double along;
        std::uint32_t vertex;
        bool covered = false;  // segs lie on the line from here to the next event
        Fan ahead;             // the segs here, as seen along the line
        Fan behind;            // and against it
    };

    [[nodiscard]] bool sort_block(const std::uint32_t* set, std::size_t size, std::uint32_t block,
                                  const SideColumns& columns) noexcept;
    [[nodiscard]] bool sort_chain(std::uint32_t seg) noexcept;
    [[nodiscard]] bool sort_seg(std::uint32_t seg) noexcept;
    [[nodiscard]] bool cross(std::uint32_t seg, double d1, double d2) noexcept;
    [[nodiscard]] bool touch(std::uint32_t vertex, std::uint32_t other, bool leaves) noexcept;
    [[nodiscard]] bool event_of(std::uint32_t vertex, std::uint32_t& event) noexcept;
    [[nodiscard]] bool lay_on_line(std::uint32_t seg) noexcept;
    [[nodiscard]] bool add_minisegs() noexcept;
    void sort_events() noexcept;

    State& state_;
    SideKernel kernel_ = side_kernel();
    Pool<std::uint32_t> front_;
    Pool<std::uint32_t> back_;
    Pool<std::uint32_t> on_line_;
    Pool<Event> events_;
    Partition line_;
};

}  // namespace flatline::engine::nodes
