// The slow path reads everything token by token, with every read checked, and passes it to the
// builder. It is the only path that reports errors of a text.
#pragma once

#include <cstdint>

#include "doom3/builder.hpp"
#include "doom3/report.hpp"
#include "doom3/tokens.hpp"

namespace flatline::engine::doom3 {

class SlowPath {
public:
    /// `escapes`: a quote after a backslash is part of its string.
    SlowPath(const MapText& text, const Limits& limits, Report& report, Builder& builder,
             bool escapes) noexcept
        : text_(text), limits_(limits), report_(report), builder_(builder), escapes_(escapes) {}

    /// Where it stands. Each step begins there and ends after what it has read or, where it
    /// failed, at what is wrong.
    const Byte* place() const noexcept { return p_; }
    void move_to(const Byte* p) noexcept { p_ = p; }

    Token peek() const noexcept { return read_token(p_, text_.end, escapes_); }
    Step expect(TokenKind kind) noexcept;
    /// Reports a token that does not belong here.
    Step unexpected(const Token& token) noexcept;

    // Each reads one line and gives it to the builder, or reports why not.
    Step pair() noexcept;
    Step side(std::uint16_t kind) noexcept;
    Step point(flatline_doom3_point& out, const flatline_doom3_patch& patch) noexcept;

    Step material(std::uint32_t& id) noexcept;
    /// ( width height [subdivisions] contents flags value ). *readable: a grid can have this size.
    Step settings(flatline_doom3_patch& patch, bool* readable) noexcept;
    /// Expects a parenthesis of the grid. The other one means that lines or points are missing or
    /// too many.
    Step expect_of_grid(TokenKind kind, const flatline_doom3_patch& patch) noexcept;
    /// Passes two parentheses with everything between them.
    Step skip_parentheses() noexcept;

    // What is open, and going on after errors.
    /// How many braces are open.
    unsigned depth() const noexcept { return depth_; }
    /// Says at which brace a block begins that the text does not close.
    void set_open(const Byte* brace) noexcept { open_ = brace; }
    /// Passes everything up to the brace that leaves `depth` of them open. Strings and comments
    /// hide braces; other errors in there are not looked for.
    Step skip_block(unsigned depth) noexcept;
    /// Passes what stands between entities, from `first` up to the next brace, with one report.
    Step skip_to_brace(const Token& first) noexcept;

    /// How many sides, points and pairs it has read.
    std::uint64_t lines() const noexcept { return lines_; }

private:
    Step number(double& out) noexcept;
    Step numbers(double* out, int count) noexcept;
    bool is_block_mark(flatline_text key) const noexcept;
    Step string(const Token& token, flatline_text& out) noexcept;
    Step plane(std::uint16_t kind, flatline_doom3_plane& out) noexcept;
    Step matrix(double (&out)[2][3]) noexcept;
    Step quake_texture(flatline_doom3_side& side) noexcept;
    Step trailing(flatline_doom3_side& side, const Byte* material_end) noexcept;

    const MapText& text_;
    const Limits& limits_;
    Report& report_;
    Builder& builder_;
    const bool escapes_;
    const Byte* p_ = nullptr;
    const Byte* open_ = nullptr;  // brace of the innermost entity or primitive
    unsigned depth_ = 0;
    std::uint64_t lines_ = 0;
    bool valve_reported_ = false;
    bool end_reported_ = false;  // the text ends inside a block
};

}  // namespace flatline::engine::doom3
