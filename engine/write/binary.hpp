// Writes a map as the five lumps of a binary map, if that loses nothing.
#pragma once

#include <cstdint>

#include "model/findings.hpp"
#include "model/map.hpp"
#include "model/write.hpp"
#include "write/extras.hpp"
#include "write/losses.hpp"
#include "write/records.hpp"

namespace flatline::engine::write {

class BinaryWriter {
public:
    BinaryWriter(const Map& map, bool hexen, bool lossy = false) noexcept;

    /// Adds a finding for each field that the format cannot hold. True where there is none, or,
    /// `lossy`, where they are only warnings, one for each kind.
    [[nodiscard]] bool check(FindingList& findings) noexcept;

    /// Bytes of a lump.
    std::uint64_t bytes(std::uint8_t element) const noexcept;
    /// Writes the lump of one kind of element. False where the sink did not take everything.
    [[nodiscard]] bool write(std::uint8_t kind, const Sink& sink, std::uint64_t& written) noexcept;

private:
    template <class Use>
    auto of_kind(std::uint8_t element, Use&& use) const noexcept;
    template <class Element>
    void check_kind(std::uint8_t block, View<Element> elements) noexcept;
    void check_members(std::uint8_t block, std::uint32_t index, const unsigned char* element,
                       const unsigned char* back) noexcept;
    template <class Element>
    void check_special(std::uint8_t block, std::uint32_t index, const Element& element,
                       const Element& back) noexcept;
    void check_extras(std::uint8_t block, std::uint32_t index) noexcept;
    void check_outside() noexcept;
    template <class Element>
    bool is_foreign(std::uint8_t block, const Element& element) const noexcept;
    template <class Element>
    Element kept_of(std::uint8_t block, const Element& element) const noexcept;
    void lose(std::uint8_t element, std::uint32_t index, FieldId field,
              bool vital = false) noexcept;
    void lose(const flatline_unknown& unknown) noexcept;

    const Map& map_;
    bool hexen_;
    bool lossy_;
    bool foreign_specials_;  // the format's readers take a number for another special
    Records records_;
    Extras extras_;
    Losses* losses_ = nullptr;
};

}  // namespace flatline::engine::write
