// Reads the text of a Doom 3 map into flat arrays, in one pass. Only here do errors of the text
// arise.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/array.hpp"
#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "doom3/raw_map.hpp"
#include "doom3/tokens.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/view.hpp"
#include "text/names.hpp"

namespace flatline::doom3 {

/// Working memory of a load.
struct ReadWorkspace {
    text::Names names;
    struct CachedMaterial {
        const Byte* at;  // null: empty
        std::uint32_t size, id;
    };
    CachedMaterial materials[256];
    Array<unsigned char> decoded;  // stays empty: strings of a map stay as written
};

class Reader {
public:
    Reader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
           FindingList& findings, const Limits& limits, bool partial, bool escapes) noexcept
        : workspace_(workspace),
          hooks_(hooks),
          budget_(budget),
          findings_(findings),
          limits_(limits),
          partial_(partial),
          escapes_(escapes) {}

    /// Reads the text into `raw`, whose arrays lie in `memory`. Offsets of findings count from the
    /// first byte of `text`. An error leaves out the primitive it is in, or the rest of the entity,
    /// and reading goes on behind the closing brace. The map is refused then, unless a partial
    /// result was asked for.
    Outcome read(Bytes text, Reservation& memory, RawMap& raw) noexcept;
    /// False where something was left out.
    bool complete() const noexcept { return !failed_; }

private:
    /// bad: reported, and p_ stands at what is wrong. stop: a limit, or memory is out.
    enum class Step : std::uint8_t { ok, bad, stop };

    // reader_begin.cpp: memory, the header, and keys of entities that the reader must know.
    Outcome reserve(Reservation& memory) noexcept;
    Step header() noexcept;
    void note_key(flatline_doom3_entity& entity, const flatline_doom3_pair& pair) noexcept;

    // reader.cpp: the quick machine. Each quick_ function returns the byte behind what it has read,
    // or null where the careful machine must look at the same bytes; it has stored nothing then.
    bool run() noexcept;
    Step entity(const Byte* open) noexcept;
    Step primitive_or_nothing(const Token& open) noexcept;
    Step primitive(const Byte* open) noexcept;
    Step sides(std::uint16_t kind) noexcept;
    Step grid(flatline_doom3_patch& patch) noexcept;
    const Byte* quick_white(const Byte* p) const noexcept;
    const Byte* quick_number(const Byte* p, double& out) const noexcept;
    const Byte* many_digits(const Byte* start, const Byte* end, double& out) const noexcept;
    const Byte* odd_number(const Byte* p, double& out) const noexcept;
    const Byte* quick_string(const Byte* p) const noexcept;
    const Byte* quick_pair(const Byte* p, Array<flatline_doom3_pair>& pairs) noexcept;
    const Byte* quick_material(const Byte* p, std::uint32_t& id) noexcept;
    const Byte* quick_trailing(const Byte* p, flatline_doom3_side& side) const noexcept;
    const Byte* quick_side(const Byte* p) noexcept;
    const Byte* quick_point(const Byte* p, flatline_doom3_point& point) const noexcept;

    // reader_slow.cpp: the careful machine, which reads everything, token by token.
    Token peek() const noexcept { return read_token(p_, end_, escapes_); }
    Step expect(TokenKind kind) noexcept;
    Step number(double& out) noexcept;
    Step string(const Token& token, flatline_text& out) noexcept;
    Step pair(Array<flatline_doom3_pair>& pairs) noexcept;
    Step material(std::uint32_t& id) noexcept;
    Step careful_side(std::uint16_t kind) noexcept;
    Step three_points(flatline_doom3_plane& plane) noexcept;
    Step numbers(double* out, int count) noexcept;
    Step quake_texture(flatline_doom3_side& side) noexcept;
    Step trailing(flatline_doom3_side& side, const Byte* material_end) noexcept;
    Step careful_point(flatline_doom3_point& point, const flatline_doom3_patch& patch) noexcept;
    Step patch(flatline_doom3_patch& patch) noexcept;
    Step settings(flatline_doom3_patch& patch, bool* readable) noexcept;
    Step expect_of_grid(TokenKind kind, const flatline_doom3_patch& patch) noexcept;
    Step skip_parentheses() noexcept;
    Step skip_block(unsigned depth, const Byte* open) noexcept;
    Step junk(const Token& token) noexcept;

    flatline_doom3_side* push_side() noexcept;
    flatline_doom3_pair* push_pair(Array<flatline_doom3_pair>& pairs, const Byte* at) noexcept;
    std::uint32_t intern(const Byte* from, const Byte* to) noexcept;
    std::uint32_t pair_count() const noexcept {
        return static_cast<std::uint32_t>(raw_->pairs.size() + raw_->primitive_pairs.size());
    }

    // Findings. fail() refuses the map (or, in a partial load, leaves out what it is in).
    Finding finding(Rule rule, const Byte* at, const Byte* end) const noexcept;
    void note(Rule rule, const Byte* at, const Byte* end) noexcept;
    Step fail(Rule rule, const Byte* at, const Byte* end, std::int64_t a = 0,
              std::int64_t b = 0) noexcept;
    Step fail_limit(Rule rule, const Byte* at, std::uint64_t met, std::uint64_t limit) noexcept;
    Step fail_memory(const Byte* at) noexcept;
    Step unexpected(const Token& token) noexcept;

    std::uint32_t offset(const Byte* p) const noexcept {
        return static_cast<std::uint32_t>(p - base_);
    }
    flatline_text span(const Byte* from, const Byte* to) const noexcept {
        return {offset(from), static_cast<std::uint32_t>(to - from)};
    }

    ReadWorkspace& workspace_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    FindingList& findings_;
    const Limits& limits_;
    const bool partial_;
    const bool escapes_;
    RawMap* raw_ = nullptr;

    Bytes text_;
    const Byte* base_ = nullptr;
    const Byte* begin_ = nullptr;  // behind a BOM
    const Byte* end_ = nullptr;    // before trailing NULs
    // The last '}' of the text, or begin_ - 1 where there is none. Loops over white space and
    // digits that begin at or before it end there, so they need not look for the end of the text.
    const Byte* stop_ = nullptr;
    const Byte* p_ = nullptr;

    // What is open: for findings, and to go on behind its end after an error.
    std::uint8_t element_ = FLATLINE_MAP;
    std::uint32_t index_ = FLATLINE_NONE;
    const Byte* open_ = nullptr;  // brace of the innermost entity or primitive
    unsigned depth_ = 0;          // braces that are open
    bool origin_seen_ = false;    // of the open entity
    bool class_seen_ = false;
    bool is_world_ = false;
    bool valve_reported_ = false;
    bool end_reported_ = false;  // the text ends inside a block
    std::uint32_t primitives_ = 0;

    // The material of the side before, which is most often that of the next one.
    const Byte* last_material_ = nullptr;
    std::size_t last_material_size_ = 0;
    std::uint32_t last_material_id_ = 0;
    const Byte* last_matrix_ = nullptr;  // its text, from behind the plane
    std::size_t last_matrix_size_ = 0;   // 0: none that may be recognised
    double last_matrix_values_[6] = {};

    std::uint64_t point_room_ = 0;  // the text cannot have more control points
    std::size_t quick_string_bytes_ = 0;
    std::ptrdiff_t quick_number_bytes_ = 0;
    bool failed_ = false;
    bool out_of_memory_ = false;
};

}  // namespace flatline::doom3
