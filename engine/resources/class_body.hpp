// What the body of a class of DECORATE or ZScript says of the size of its things.
#pragma once

#include "model/resources.hpp"
#include "resources/words.hpp"

namespace flatline::engine::resources {

/// What a class and those above it say.
struct ClassBody {
    bool is_known = false;            ///< all classes above it were met, up to Actor
    bool has_size = false;            ///< radius and height are given
    double radius = 20, height = 16;  ///< as Actor has them
    bool solid = false, monster = false, hangs = false;
    bool obsolete = false;  ///< marked with `//$Obsolete`; not inherited

    /// True where enough is known to say how things of the class are in the way.
    bool describes() const noexcept { return is_known || (has_size && solid); }
    void to(ThingType& type) const noexcept;
};

/// Reads a block whose brace is read, into what the class above it says.
void read_class_body(Words& words, ClassBody& body) noexcept;

}  // namespace flatline::engine::resources
