#include "nodes/build_divide.hpp"

#include <algorithm>

namespace flatline::engine::nodes {

bool Divider::run(const Pool<std::uint32_t>& segs, const Task& root) noexcept {
    if (!wait(segs, root)) return false;
    while (tasks_.size() != 0) {
        const Task task = tasks_[tasks_.size() - 1];
        tasks_.truncate(tasks_.size() - 1);
        if (!state_.tell_steps() || !take(task.count)) return false;
        const bool is_small = aside_ != nullptr && set_.size() < aside_->least;
        if (!(is_small ? put_aside(task) : divide(task))) return false;
    }
    return state_.tell_steps();
}

bool Divider::wait(const Pool<std::uint32_t>& set, Task task) noexcept {
    task.count = static_cast<std::uint32_t>(set.size());
    const std::size_t first = waiting_.size();
    if (!waiting_.reserve(first + set.size())) return false;
    waiting_.lengthen(first + set.size());
    std::copy(set.begin(), set.end(), waiting_.begin() + first);
    return tasks_.push(task);
}

// Moves the last waiting set to set_, with the pieces that were cut off while it waited.
bool Divider::take(std::uint32_t count) noexcept {
    set_.truncate(0);
    const std::size_t first = waiting_.size() - count;
    for (std::size_t i = first; i < waiting_.size(); ++i) {
        for (std::uint32_t seg = waiting_[i]; seg != FLATLINE_NONE;) {
            const std::uint32_t next = state_.segs[seg].next;
            state_.segs[seg].next = FLATLINE_NONE;
            if (!set_.push(seg)) return false;
            seg = next;
        }
    }
    waiting_.truncate(first);
    return true;
}

bool Divider::divide(const Task& task) noexcept {
    Partition line;
    switch (chooser_.choose(set_.data(), set_.size(), line)) {
        case Chooser::Choice::failed:
            return false;
        case Chooser::Choice::leaf:
            return aside_ != nullptr ? put_aside(task) : make_leaf(task);
        case Chooser::Choice::divide:
            break;
    }
    if (task.level >= limits_.node_depth) {
        return over(Rule::limit_node_depth, task.level + 1, limits_.node_depth);
    }
    if (!splitter_.split(set_.data(), set_.size(), line, chooser_.columns())) return false;
    if (state_.segs.size() > limits_.segs) {
        return over(Rule::limit_segs, state_.segs.size(), limits_.segs);
    }
    const auto node = static_cast<std::uint32_t>(state_.nodes.size());
    if (!state_.nodes.push({line.x, line.y, line.dx, line.dy, {0, 0}})) return false;
    hang(task, node);
    const std::uint32_t level = task.level + 1;
    const std::uint64_t back = splitter_.back().size();
    const std::uint64_t parts =
        task.parts * back / std::max<std::uint64_t>(back + splitter_.front().size(), 1);
    return wait(splitter_.back(), {node, 1, level, 0, parts}) &&
           wait(splitter_.front(), {node, 0, level, 0, task.parts - parts}) && state_.advance(0);
}

bool Divider::make_leaf(const Task& task) noexcept {
    hang(task, FLATLINE_CHILD_SUBSECTOR | static_cast<std::uint32_t>(state_.leaves.size()));
    const auto first = static_cast<std::uint32_t>(state_.leaf_segs.size());
    for (const std::uint32_t seg : set_) {
        if (!state_.leaf_segs.push(seg)) return false;
    }
    return state_.leaves.push({first, static_cast<std::uint32_t>(set_.size())}) &&
           state_.advance(task.parts);
}

bool Divider::put_aside(Task task) noexcept {
    task.count = static_cast<std::uint32_t>(set_.size());
    const auto first = static_cast<std::uint32_t>(aside_->segs.size());
    for (const std::uint32_t seg : set_) {
        if (!aside_->segs.push(seg)) return false;
    }
    return aside_->sets.push({task, first, static_cast<std::uint32_t>(state_.nodes.size())});
}

void Divider::hang(const Task& task, std::uint32_t child) noexcept {
    if (task.parent != FLATLINE_NONE) state_.nodes[task.parent].children[task.side] = child;
}

bool Divider::over(Rule rule, std::uint64_t met, std::uint64_t limit) noexcept {
    refusal_ = {rule, met, limit, true};
    return false;
}

}  // namespace flatline::engine::nodes
