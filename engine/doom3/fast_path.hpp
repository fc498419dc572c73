// The fast path reads lines in the layout of common tools: sides, control points, pairs. It passes
// them to the builder and reports nothing. It stops before any other line and stores nothing of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "doom3/builder.hpp"
#include "model/kernel.hpp"
#include "text/plain_values.hpp"

namespace flatline::engine::doom3 {

class FastPath {
public:
    /// `enabled` false: it recognises nothing, so all is left to the slow path.
    FastPath(const MapText& text, Builder& builder, bool enabled) noexcept
        : text_(text), builder_(builder), enabled_(enabled) {}
    void begin(const Limits& limits, Kernel kernel) noexcept;

    /// Reads sides of the open brush, by plane equations, as far as they are plain. Returns where
    /// the first line stands that is not; white space and comments before it may be passed.
    const Byte* sides(const Byte* p) noexcept;
    /// The same for at most `most` control points; *read tells how many there were.
    const Byte* points(const Byte* p, flatline_doom3_point* out, std::uint32_t most,
                       std::uint32_t* read) noexcept;
    /// The same for pairs of what is open.
    const Byte* pairs(const Byte* p) noexcept;

    /// How many sides, points and pairs it has read.
    std::uint64_t lines() const noexcept { return lines_; }

private:
    const Byte* white(const Byte* p) const noexcept;
    const Byte* number(const Byte* p, double& out) const noexcept;
    const Byte* many_digits(const Byte* start, const Byte* end, const text::PlainDecimal& decimal,
                            double& out) const noexcept;
    const Byte* odd_number(const Byte* p, double& out) const noexcept;
    const Byte* string(const Byte* p) const noexcept;
    const Byte* pair(const Byte* p, flatline_doom3_pair& out) const noexcept;
    const Byte* material(const Byte* p, std::uint32_t& id) noexcept;
    const Byte* trailing(const Byte* p, flatline_doom3_side& side) const noexcept;
    static const Byte* punctuation(const Byte* p, Byte c) noexcept;
    bool is_wide(const Byte* p) const noexcept;
    bool odd_numbers(const Byte* p, unsigned odd, std::ptrdiff_t gap, double* out) noexcept;
    const Byte* plane(const Byte* p, double (&out)[4]) noexcept;
    const Byte* rows(const Byte* p, double (&out)[2][3]) noexcept;
    const Byte* matrix(const Byte* p, double (&out)[2][3]) noexcept;
    const Byte* side(const Byte* p, flatline_doom3_side& side) noexcept;
    const Byte* point(const Byte* p, double (&out)[5]) noexcept;

    const MapText& text_;
    Builder& builder_;
    const bool enabled_;
    std::uint64_t lines_ = 0;
    std::ptrdiff_t most_number_bytes_ = 0;
    std::size_t most_string_bytes_ = 0;
    std::ptrdiff_t wide_from_ = 0;  // the offset after which vectors are used

    const Byte* last_matrix_ = nullptr;  // its text, from behind the plane
    std::size_t last_matrix_size_ = 0;   // 0: none that can be recognised
    double last_matrix_values_[2][3] = {};
};

}  // namespace flatline::engine::doom3
