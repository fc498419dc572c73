// What the format that is written cannot hold: a finding for each loss, or one for each kind of
// loss with its count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/fields.hpp"
#include "model/findings.hpp"

namespace flatline::engine::write {

class Losses {
public:
    /// Not `counted`: each loss refuses the map. Counted: losses are warnings, added by end().
    Losses(FindingList& findings, bool counted) noexcept : findings_(findings), counted_(counted) {}

    /// A loss. `name` is that of a field that no table knows, and tells kinds apart where the
    /// finding has no field. What is `vital` refuses the map even where losses are counted: an
    /// index that does not fit would make another map.
    void add(Finding loss, std::string_view name = {}, bool vital = false) noexcept;
    /// Adds the warnings, in the order in which the kinds were met.
    void end() noexcept;
    bool refuses() const noexcept { return refuses_; }

private:
    /// Unknown fields may have any number of names; all beyond this many kinds are one.
    static constexpr std::size_t kMostKinds = 256;
    static constexpr std::size_t kFields = 1024;

    struct Kind {
        Finding first;
        std::string_view name;
    };
    Kind& kind_of(const Finding& loss, std::string_view name) noexcept;

    FindingList& findings_;
    bool counted_;
    bool refuses_ = false;
    std::uint16_t by_field_[kFields] = {};  // number of the kind, from 1
    Kind kinds_[kMostKinds];
    std::size_t count_ = 0;
};

}  // namespace flatline::engine::write
