#include "report/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "model/fields.hpp"
#include "reals.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kMostQuoted = 256;  // bytes of a text that a finding is about

void append_text(std::string& key, std::string_view text) {
    key += ' ';
    key += text;
}

void append_number(std::string& key, double value) {
    char digits[kRealBytes];
    const char* const end = put_real(digits, value + 0.0);  // no -0
    append_text(key, {digits, static_cast<std::size_t>(end - digits)});
}

void append_vertex(std::string& key, const flatline_vertex& vertex) {
    append_number(key, vertex.x);
    append_number(key, vertex.y);
}

/// True where `related` is the one of several with the lowest number.
bool has_more_partners(const Finding& finding) {
    const auto rows = rule_rows();
    return finding.rule < rows.size() && finding.a != 0 &&
           rows[finding.rule].sentence.find("{more}") != std::string_view::npos;
}

}  // namespace

std::string fnv1a_128(std::string_view bytes) {
    // The prime is 2^88 + 0x13B. A product by it is a shift and a product by a small number.
    constexpr std::uint64_t kSmall = 0x13B;
    std::uint64_t high = 0x6C62272E07BB0142;
    std::uint64_t low = 0x62B821756295C58D;
    for (const char c : bytes) {
        low ^= static_cast<unsigned char>(c);
        const std::uint64_t lower = (low & 0xFFFFFFFF) * kSmall;
        const std::uint64_t upper = (low >> 32) * kSmall + (lower >> 32);
        high = high * kSmall + (upper >> 32) + (low << 24);
        low = upper << 32 | (lower & 0xFFFFFFFF);
    }
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const std::uint64_t half : {high, low}) {
        for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[half >> shift & 0xF];
    }
    return out;
}

std::string Fingerprinter::hash(const std::string& key) {
    if (keys_ != nullptr) keys_->hashed += key.size();
    return fnv1a_128(key);
}

std::string Fingerprinter::next(const Finding& finding, std::string_view field,
                                std::string_view inner) {
    std::string key = "flatline/1";
    key += '\0';
    const auto rows = rule_rows();
    if (finding.rule < rows.size()) key += rows[finding.rule].id;
    key += '\0';
    key += lower_case(scope_.empty() ? inner : scope_);
    key += '\0';
    std::string element;
    const bool has_element = append_element(element, finding.element, finding.index);
    std::string related;
    if (finding.related != FLATLINE_NONE && !has_more_partners(finding)) {
        append_element(related, finding.related_element, finding.related);
        // Which one of two lines or things has the finding is a matter of their numbers.
        if (finding.related_element == finding.element && related < element) {
            std::swap(element, related);
        }
    }
    for (const std::string& part : {element, lower_case(field), related}) key += part + '\0';
    append_content(key, finding, has_element);
    key += '\0';
    const std::uint64_t before = seen_[key]++;
    key += std::to_string(before);
    key += '\0';
    return hash(key);
}

std::string Fingerprinter::of_element(const Finding& finding, std::uint8_t element,
                                      std::uint32_t index) {
    std::string key = "flatline/1 element";
    key += '\0';
    const auto rows = rule_rows();
    if (finding.rule < rows.size()) key += rows[finding.rule].id;
    key += '\0';
    key += lower_case(scope_);
    key += '\0';
    append_element(key, element, index);
    return hash(key);
}

/// False if only the kind is known.
bool Fingerprinter::append_element(std::string& key, std::uint8_t element, std::uint32_t index) {
    if (element != FLATLINE_MAP) key += element_name(element);
    if (index == FLATLINE_NONE || map_ == nullptr) return false;
    const auto [at, is_new] =
        keys_->keys.try_emplace(std::uint64_t{element} << 32 | std::uint64_t{index});
    ElementKeys::Key& known = at->second;
    if (is_new) {
        known.is_known = append_of_arrays(known.text, element, index) ||
                         append_of_doom3(known.text, element, index);
    }
    key += known.text;
    return known.is_known;
}

bool Fingerprinter::append_of_arrays(std::string& key, std::uint8_t element, std::uint32_t index) {
    switch (element) {
        case FLATLINE_VERTEX:
            if (index >= map_->vertices().size()) return false;
            append_vertex(key, map_->vertices()[index]);
            return true;
        case FLATLINE_LINEDEF:
            if (index >= map_->linedefs().size()) return false;
            append_line(key, index);
            return true;
        case FLATLINE_SIDEDEF:
            if (index >= map_->sidedefs().size()) return false;
            append_side(key, index);
            return true;
        case FLATLINE_SECTOR:
            if (index >= map_->sectors().size()) return false;
            append_sector(key, index);
            return true;
        case FLATLINE_THING: {
            if (index >= map_->things().size()) return false;
            const flatline_thing& thing = map_->things()[index];
            append_vertex(key, {thing.x, thing.y});
            append_text(key, std::to_string(thing.type));
            return true;
        }
        default:
            return false;
    }
}

void Fingerprinter::append_line(std::string& key, std::uint32_t index) const {
    const flatline_linedef& line = map_->linedefs()[index];
    append_vertex(key, map_->vertices()[line.v1]);
    append_vertex(key, map_->vertices()[line.v2]);
}

void Fingerprinter::append_side(std::string& key, std::uint32_t index) {
    const auto lines = map_->linedefs();
    const auto ends_of = [&](std::uint32_t line) {
        const flatline_vertex& a = map_->vertices()[lines[line].v1];
        const flatline_vertex& b = map_->vertices()[lines[line].v2];
        return std::array{a.x, a.y, b.x, b.y};
    };
    if (keys_->line_of_side.empty()) {
        keys_->line_of_side.assign(map_->sidedefs().size(), FLATLINE_NONE);
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            for (const std::uint32_t side : {lines[i].sidefront, lines[i].sideback}) {
                if (side == FLATLINE_NONE) continue;
                // Of several lines the one whose numbers are least, however they are numbered.
                std::uint32_t& known = keys_->line_of_side[side];
                if (known == FLATLINE_NONE || ends_of(i) < ends_of(known)) known = i;
            }
        }
    }
    if (const std::uint32_t line = keys_->line_of_side[index]; line != FLATLINE_NONE) {
        append_text(key, lines[line].sidefront == index ? "front" : "back");
        return append_line(key, line);
    }
    const flatline_sidedef& side = map_->sidedefs()[index];
    for (const std::uint32_t name : {side.texturetop, side.texturebottom, side.texturemiddle}) {
        append_text(key, map_->name(name));
    }
}

void Fingerprinter::append_sector(std::string& key, std::uint32_t index) const {
    const auto lines = map_->sector_lines(index);
    append_text(key, std::to_string(lines.size()));
    if (lines.empty()) return;
    flatline_vertex least = map_->vertices()[map_->linedefs()[lines[0]].v1];
    flatline_vertex most = least;
    for (const std::uint32_t line : lines) {
        const flatline_linedef& l = map_->linedefs()[line];
        for (const std::uint32_t vertex : {l.v1, l.v2}) {
            const flatline_vertex& v = map_->vertices()[vertex];
            least = {std::min(least.x, v.x), std::min(least.y, v.y)};
            most = {std::max(most.x, v.x), std::max(most.y, v.y)};
        }
    }
    append_vertex(key, least);
    append_vertex(key, most);
}

bool Fingerprinter::append_of_doom3(std::string& key, std::uint8_t element,
                                    std::uint32_t index) const {
    switch (element) {
        case FLATLINE_ENTITY:
            if (index >= doom3_->entities().size()) return false;
            append_entity(key, index);
            return true;
        case FLATLINE_BRUSH:
            if (index >= doom3_->brushes().size()) return false;
            for (const flatline_doom3_side& side : doom3_->sides(doom3_->brushes()[index])) {
                const flatline_doom3_plane& p = side.plane;
                for (const double number : {p.a, p.b, p.c, p.d}) append_number(key, number);
            }
            return true;
        case FLATLINE_PATCH:
            if (index >= doom3_->patches().size()) return false;
            for (const flatline_doom3_point& p : doom3_->points(doom3_->patches()[index])) {
                for (const double number : {p.x, p.y, p.z}) append_number(key, number);
            }
            return true;
        default:
            return false;
    }
}

void Fingerprinter::append_entity(std::string& key, std::uint32_t index) const {
    for (const std::string_view wanted : {"classname", "name", "origin"}) {
        std::string_view value;
        for (const flatline_doom3_pair& pair : doom3_->pairs(doom3_->entities()[index])) {
            if (same_name(doom3_->text(pair.key), wanted)) value = doom3_->text(pair.value);
        }
        append_text(key, value);
    }
}

void Fingerprinter::append_content(std::string& key, const Finding& finding,
                                   bool has_element) const {
    const auto rows = rule_rows();
    const Numbers numbers = finding.rule < rows.size() ? rows[finding.rule].numbers : Numbers::none;
    if (numbers == Numbers::lump_name) {
        char name[8];
        std::memcpy(name, &finding.a, sizeof name);
        key.append(name, strnlen(name, sizeof name));
    } else if (numbers == Numbers::plane && finding.element == FLATLINE_SECTOR) {
        key += finding.a == 0 ? "floor" : "ceiling";
    }
    if (has_element) return;
    append_text(key, lump_name(static_cast<Lump>(finding.lump)));
    const bool is_in_text = finding.lump == static_cast<std::uint8_t>(Lump::textmap) ||
                            finding.lump == static_cast<std::uint8_t>(Lump::map);
    if (!is_in_text || finding.offset >= text_.size()) return;
    append_text(key,
                text_.substr(finding.offset, std::min<std::uint64_t>(finding.length, kMostQuoted)));
}

}  // namespace flatline::engine::tool
