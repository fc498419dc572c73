// The fields that both formats can store. With `lossy` all others are no difference.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/map.hpp"

namespace flatline::engine::compare {

class RepresentableFields {
public:
    /// All fields count if the formats are the same, or if not `lossy`.
    RepresentableFields(const Map& before, const Map& after, bool lossy) noexcept;

    bool field(std::uint8_t block, std::string_view name) const noexcept;
    /// Globals, blocks and fields that no table knows.
    bool unknown() const noexcept { return all_; }
    /// Namespaces are compared between texts only: a binary map has none of its own.
    bool has_namespace() const noexcept { return texts_; }

private:
    bool all_;
    bool texts_;
    bool doom_;  // one of the maps has Doom's records, else Hexen's are the poorest
};

}  // namespace flatline::engine::compare
