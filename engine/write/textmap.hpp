// Writes a map as text.
#pragma once

#include <optional>

#include "model/findings.hpp"
#include "model/map.hpp"
#include "model/write.hpp"
#include "write/layout.hpp"
#include "write/text_stream.hpp"
#include "write/translate.hpp"

namespace flatline::engine::write {

class TextmapWriter {
public:
    TextmapWriter(const Map& map, const Sink& sink, const TextmapOptions& options) noexcept
        : map_(map), language_(map, options.style), out_(sink) {
        if (options.translate == Translate::zdoom) translation_.emplace(map);
    }

    /// False where the map cannot be written as a text, and why is among the findings.
    [[nodiscard]] static bool check(const Map& map, const TextmapOptions& options,
                                    FindingList& findings) noexcept;
    /// Precondition: check was true. Not ok where the sink was not.
    [[nodiscard]] Status write() noexcept;
    std::uint64_t written() const noexcept { return out_.written(); }

private:
    using Byte = unsigned char;

    static bool is_bare_namespace(const Map& map, const Language& language) noexcept;
    static bool can_say_its_version(const Map& map, const Language& language) noexcept;
    void write_namespace() noexcept;
    template <class Element>
    void write_elements(std::uint8_t block, std::string_view word, View<Element> elements) noexcept;
    Byte* write_members(Byte* p, const Byte* element) noexcept;
    Byte* write_flags(Byte* p, std::uint32_t flags, std::uint32_t fallback) noexcept;
    Byte* write_translated(Byte* p, std::uint32_t more) noexcept;
    Byte* write_columns(Byte* p, std::uint32_t element) noexcept;
    Byte* write_column(Byte* p, const ColumnText& text) noexcept;
    void write_top_unknowns() noexcept;
    Byte* write_unknowns(Byte* p, std::uint8_t block, std::uint32_t element) noexcept;
    Byte* write_unknown(Byte* p, const flatline_unknown& unknown) noexcept;
    Byte* close_blocks(Byte* p, std::uint16_t from, std::uint16_t to) noexcept;
    Byte* write_string(Byte* p, std::string_view text) noexcept;
    Byte* end_statement(Byte* p) noexcept { return TextStream::put(p, ";\n"); }

    const Map& map_;
    Language language_;
    TextStream out_;
    Layout layout_;
    std::optional<Translation> translation_;
    std::size_t unknown_ = 0;  // the next of map_.unknowns() to look at
};

}  // namespace flatline::engine::write
