// The text that is being read, and where it begins and ends.
#pragma once

#include <cstdint>

#include "flatline/types.h"
#include "model/view.hpp"
#include "text/scan.hpp"

namespace flatline::engine::udmf {

struct Source {
    Bytes text;
    const unsigned char* base = nullptr;   // offsets of findings count from here
    const unsigned char* begin = nullptr;  // after a BOM, or where a slice begins
    const unsigned char* end = nullptr;    // before trailing NULs
    // The last ';' or '}' of the text, or begin - 1 if there is none. Loops over blanks, names
    // and digits that begin at or before it end there, so they need not look for the end of the
    // text.
    const unsigned char* stop = nullptr;
    // Only comments hold NULs, and all of them are reported. False: where one is met it refuses the
    // text, or the text is read again.
    bool nuls_in_comments = false;

    /// Takes `bytes`; until find_ends() the text counts as empty.
    void set(Bytes bytes) noexcept {
        static constexpr unsigned char kNothing[1] = {0};
        text = bytes;
        nuls_in_comments = false;
        base = begin = end = stop = bytes.data() != nullptr ? bytes.data() : kNothing;
    }
    /// Finds where the text begins and ends. `from`: the first byte of a slice, or null.
    void find_ends(const unsigned char* from) noexcept {
        const text::Body body = text::body_of(base, text.size());
        begin = from != nullptr ? from : body.begin;
        end = stop = body.end;
        while (stop > begin && stop[-1] != ';' && stop[-1] != '}') --stop;
        --stop;
    }
    Bytes body() const noexcept { return {begin, static_cast<std::size_t>(end - begin)}; }
    std::uint32_t offset(const unsigned char* p) const noexcept {
        return static_cast<std::uint32_t>(p - base);
    }
    flatline_text span(const unsigned char* from, const unsigned char* to) const noexcept {
        return {offset(from), static_cast<std::uint32_t>(to - from)};
    }
};

}  // namespace flatline::engine::udmf
