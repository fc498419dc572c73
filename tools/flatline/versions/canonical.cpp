#include "versions/canonical.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "json.hpp"
#include "model/column.hpp"
#include "reals.hpp"
#include "text.hpp"
#include "value_at.hpp"

namespace flatline::engine::tool {
namespace {

void append_shortest(std::string& out, double value) {
    char digits[kRealBytes];
    out.append(digits, put_real(digits, value == 0 ? 0 : value));
}

void append_point(std::string& out, const flatline_vertex& at) {
    out += '(';
    append_shortest(out, at.x);
    out += ", ";
    append_shortest(out, at.y);
    out += ')';
}

/// A field beyond the standard ones.
struct More {
    std::string name;
    std::string text;
};

bool is_less(const flatline_vertex& a, const flatline_vertex& b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/// Where a row of the text belongs.
struct TextRow {
    std::array<double, 4> place;
    int rank;  ///< at one place
    std::string text;
    bool operator<(const TextRow& other) const {
        if (place != other.place) return place < other.place;
        return rank != other.rank ? rank < other.rank : text < other.text;
    }
};

/// A side of a line, whichever way the line runs: `right` of the way from the lower end to the
/// upper one.
struct Face {
    std::array<double, 4> ends;
    bool right;
    std::uint32_t sector;
    bool is_beside(const Face& other) const { return ends == other.ends && right == other.right; }
    bool operator<(const Face& other) const {
        if (ends != other.ends) return ends < other.ends;
        return right != other.right ? right : sector < other.sector;
    }
};

class Canonical {
public:
    Canonical(std::string& out, const Map& map) : out_(out), map_(map) {}

    void write() {
        write_head();
        write_outside();
        name_sectors();
        write_sectors();
        write_vertices();
        write_lines();
        write_things();
    }

private:
    // ---- Values ----

    /// True where a value is what elements have that do not give the field.
    bool is_default(FieldId field, std::string_view text) { return text == default_text(field); }
    std::string_view default_text(FieldId field) {
        if (field >= defaults_.size()) defaults_.resize(std::size_t{field} + 1);
        auto& known = defaults_[field];
        if (known.first) return known.second;
        known.first = true;
        const flatline_value value = map_.default_value(field);
        switch (value.kind) {
            case FLATLINE_INTEGER:
            case FLATLINE_REAL:
                append_shortest(known.second, value.real);
                break;
            case FLATLINE_BOOLEAN:
                known.second = value.boolean != 0 ? "true" : "false";
                break;
            case FLATLINE_STRING:
                append_json_string(known.second,
                                   {value.string, static_cast<std::size_t>(value.size)});
                break;
            default:
                // A field of strings without a default is as one that is empty.
                if (is_text_field(field)) known.second = "\"\"";
                break;
        }
        return known.second;
    }
    bool is_text_field(FieldId field) const {
        for (const FieldRow& row : field_rows(map_.dialect())) {
            if (row.block == field_block(field) && row.name == field_name(field)) {
                return !row.required && (row.kind == FLATLINE_STRING || row.kind == FLATLINE_IDS);
            }
        }
        return field_name(field) == "comment";
    }

    std::string column_text(const flatline_column& column, std::uint32_t entry) const {
        std::string text;
        switch (column.kind) {
            case FLATLINE_INTEGER:
                append_shortest(text, column.values.integers[entry]);
                break;
            case FLATLINE_REAL:
                append_shortest(text, column.values.reals[entry]);
                break;
            case FLATLINE_BOOLEAN:
                text = column.values.booleans[entry] != 0 ? "true" : "false";
                break;
            case FLATLINE_IDS: {
                const flatline_text range = column.values.ids[entry];
                text = '"';
                for (std::uint32_t i = 0; i < range.size; ++i) {
                    if (i != 0) text += ' ';
                    text += std::to_string(map_.ids()[range.offset + i]);
                }
                text += '"';
                break;
            }
            default:
                append_json_string(text, map_.text(column.values.texts[entry]));
                break;
        }
        return text;
    }

    /// The value of an unknown field; of a block its contents, sorted.
    std::string unknown_text(std::uint64_t i) const {
        const flatline_unknown& unknown = map_.unknowns()[i];
        std::string text;
        switch (unknown.kind) {
            case FLATLINE_INTEGER:
                text = integer_text(unknown.value.integer);
                break;
            case FLATLINE_REAL:
                append_shortest(text, unknown.value.real);
                break;
            case FLATLINE_BOOLEAN:
                text = unknown.value.boolean != 0 ? "true" : "false";
                break;
            case FLATLINE_KEYWORD:
                append_name(text, map_.text(unknown.value.string));
                break;
            case FLATLINE_UNKNOWN_BLOCK:
                text = block_text(i);
                break;
            default:
                append_json_string(text, map_.text(unknown.value.string));
                break;
        }
        return text;
    }
    /// As a number with a fraction would be, so that 1 and 1.0 are the same.
    static std::string integer_text(std::int64_t value) {
        std::string text;
        constexpr std::int64_t kExact = std::int64_t{1} << 53;
        if (value > -kExact && value < kExact) {
            append_shortest(text, static_cast<double>(value));
        } else {
            text = std::to_string(value);
        }
        return text;
    }
    /// Names are compared without case.
    static void append_name(std::string& out, std::string_view name) {
        out += printable(lower_case(name));
    }

    std::string block_text(std::uint64_t block) const {
        struct Open {
            std::uint64_t end;
            std::string name;
            std::vector<std::string> rows;
        };
        std::vector<Open> open;
        open.push_back({map_.unknowns()[block].value.block_end, {}, {}});
        for (std::uint64_t i = block + 1;;) {
            if (i == open.back().end) {
                Open done = std::move(open.back());
                open.pop_back();
                std::sort(done.rows.begin(), done.rows.end());
                std::string text = "{";
                for (const std::string& row : done.rows)
                    text += (text.size() > 1 ? ", " : "") + row;
                text += '}';
                if (open.empty()) return text;
                open.back().rows.push_back(done.name + ' ' + text);
                continue;
            }
            std::string name;
            append_name(name, map_.text(map_.unknowns()[i].name));
            if (map_.unknowns()[i].kind == FLATLINE_UNKNOWN_BLOCK) {
                open.push_back({map_.unknowns()[i].value.block_end, std::move(name), {}});
            } else {
                open.back().rows.push_back(name + ' ' + unknown_text(i));
            }
            ++i;
        }
    }

    // ---- Elements ----

    /// What elements of one kind have beyond the standard fields.
    struct Extras {
        std::vector<std::pair<const flatline_column*, ColumnCursor>> columns;
        std::vector<std::uint64_t> unknown;  // entries that stand directly in elements
        std::size_t at = 0;
    };
    Extras extras_of(std::uint8_t kind) const {
        Extras extras;
        for (const flatline_column& column : map_.columns()) {
            if (column.element == kind) extras.columns.emplace_back(&column, ColumnCursor(&column));
        }
        const View<flatline_unknown> unknowns = map_.unknowns();
        for (std::uint64_t i = 0; i < unknowns.size(); ++i) {
            if (unknowns[i].element == kind && unknowns[i].depth == 0) extras.unknown.push_back(i);
        }
        return extras;
    }

    /// Appends the fields that an element gives, but for places and indices. `mark` stands before
    /// the first and becomes what stands before the next. Elements come in their order.
    template <class Element>
    void append_fields(std::string& out, std::string_view& mark, std::uint8_t kind,
                       const Element& element, std::uint32_t index, Extras& extras) {
        const auto add = [&](std::string_view name, std::string_view text) {
            out += mark;
            out += name;
            out += ' ';
            out += text;
            mark = ", ";
        };
        const auto* bytes = reinterpret_cast<const unsigned char*>(&element);
        for (const StandardField& field : standard_fields()) {
            if (field.block != kind || field.is_index || field.name == "x" || field.name == "y")
                continue;
            scratch_.clear();
            const unsigned char* const at = bytes + field.offset;
            if (field.kind == FLATLINE_REAL) {
                append_shortest(scratch_, value_at<double>(at));
            } else if (field.bit != 0) {
                scratch_ = (value_at<std::uint32_t>(at) & field.bit) != 0 ? "true" : "false";
            } else if (field.is_name) {
                append_json_string(scratch_, map_.name(value_at<std::uint32_t>(at)));
            } else {
                append_shortest(scratch_, value_at<std::int32_t>(at));
            }
            if (!is_default(field.field, scratch_)) add(field.name, scratch_);
        }
        std::vector<More> more;
        for (auto& [column, cursor] : extras.columns) {
            const std::uint32_t entry = cursor.find(index);
            if (entry == FLATLINE_NONE) continue;
            std::string text = column_text(*column, entry);
            if (is_default(column->field, text)) continue;
            more.push_back({std::string(field_name(column->field)), std::move(text)});
        }
        for (; extras.at < extras.unknown.size() &&
               map_.unknowns()[extras.unknown[extras.at]].index == index;
             ++extras.at) {
            const std::uint64_t i = extras.unknown[extras.at];
            std::string name;
            append_name(name, map_.text(map_.unknowns()[i].name));
            more.push_back({std::move(name), unknown_text(i)});
        }
        std::stable_sort(more.begin(), more.end(),
                         [](const More& a, const More& b) { return a.name < b.name; });
        for (std::size_t i = 0; i < more.size(); ++i) {
            // Of a field that is given again the last counts.
            if (i + 1 < more.size() && more[i].name == more[i + 1].name) continue;
            add(more[i].name, more[i].text);
        }
    }

    void write_rows(std::vector<TextRow>& rows) {
        std::sort(rows.begin(), rows.end());
        for (const TextRow& row : rows) {
            out_ += row.text;
            out_ += '\n';
        }
    }

    void write_head() {
        out_ += "format ";
        out_ += map_format_name(map_.format());
        out_ += '\n';
        if (map_.format() == MapFormat::udmf && !map_.map_namespace().empty()) {
            out_ += "namespace ";
            append_json_string(out_, map_.map_namespace());
            out_ += '\n';
        }
    }

    void write_outside() {
        std::vector<TextRow> rows;
        std::vector<More> globals;
        const View<flatline_unknown> unknowns = map_.unknowns();
        for (std::uint64_t i = 0; i < unknowns.size(); ++i) {
            if (unknowns[i].index != FLATLINE_NONE || unknowns[i].depth != 0) continue;
            std::string name;
            append_name(name, map_.text(unknowns[i].name));
            if (unknowns[i].kind == FLATLINE_UNKNOWN_BLOCK) {
                rows.push_back({{}, 1, "block " + name + ' ' + unknown_text(i)});
            } else {
                globals.push_back({std::move(name), unknown_text(i)});
            }
        }
        std::stable_sort(globals.begin(), globals.end(),
                         [](const More& a, const More& b) { return a.name < b.name; });
        for (std::size_t i = 0; i < globals.size(); ++i) {
            if (i + 1 < globals.size() && globals[i].name == globals[i + 1].name) continue;
            rows.push_back({{}, 0, "global " + globals[i].name + ' ' + globals[i].text});
        }
        write_rows(rows);
    }

    // ---- Sectors ----

    /// The ends in the order of places; `against`: that is not the line's own order.
    std::array<double, 4> ends_of(const flatline_linedef& line, bool& against) const {
        flatline_vertex from = map_.vertices()[line.v1];
        flatline_vertex to = map_.vertices()[line.v2];
        against = is_less(to, from);
        if (against) std::swap(from, to);
        return {from.x + 0.0, from.y + 0.0, to.x + 0.0, to.y + 0.0};
    }

    static std::string face_text(const Face& face) {
        std::string text;
        append_point(text, {face.ends[0], face.ends[1]});
        text += '-';
        append_point(text, {face.ends[2], face.ends[3]});
        text += face.right ? " right" : " left";
        return text;
    }

    /// A sector is called by the first of its sides, in the order of places, at which no other
    /// sector is.
    void name_sectors() {
        sector_fields_.resize(map_.sectors().size());
        Extras extras = extras_of(FLATLINE_SECTOR);
        for (std::uint32_t i = 0; i < map_.sectors().size(); ++i) {
            std::string_view mark = ": ";
            append_fields(sector_fields_[i], mark, FLATLINE_SECTOR, map_.sectors()[i], i, extras);
        }
        std::vector<Face> faces;
        for (const flatline_linedef& line : map_.linedefs()) {
            bool against = false;
            const std::array<double, 4> ends = ends_of(line, against);
            faces.push_back({ends, !against, map_.sidedefs()[line.sidefront].sector});
            if (line.sideback == FLATLINE_NONE) continue;
            faces.push_back({ends, against, map_.sidedefs()[line.sideback].sector});
        }
        std::sort(faces.begin(), faces.end());
        faces.erase(std::unique(faces.begin(), faces.end(),
                                [](const Face& a, const Face& b) {
                                    return a.is_beside(b) && a.sector == b.sector;
                                }),
                    faces.end());
        sector_names_.resize(map_.sectors().size());
        sector_places_.resize(map_.sectors().size());
        for (const bool alone : {true, false}) {
            for (std::size_t i = 0; i < faces.size();) {
                std::size_t end = i + 1;
                while (end < faces.size() && faces[end].is_beside(faces[i])) ++end;
                if (alone == (end == i + 1)) name_beside(faces.data() + i, end - i);
                i = end;
            }
        }
    }

    /// Names those of the sectors at one face that have none.
    void name_beside(Face* faces, std::size_t count) {
        // Sectors over each other are told apart by what they hold.
        std::sort(faces, faces + count, [&](const Face& a, const Face& b) {
            return sector_fields_[a.sector] < sector_fields_[b.sector];
        });
        for (std::size_t i = 0; i < count; ++i) {
            std::string& name = sector_names_[faces[i].sector];
            if (!name.empty()) continue;
            name = face_text(faces[i]);
            if (count > 1) name += " #" + std::to_string(i + 1);
            sector_places_[faces[i].sector] = faces[i].ends;
        }
    }

    void write_sectors() {
        std::vector<TextRow> rows;
        for (std::uint32_t i = 0; i < map_.sectors().size(); ++i) {
            std::string text = "sector";
            if (!sector_names_[i].empty()) text += ' ' + sector_names_[i];
            rows.push_back(
                {sector_places_[i], sector_names_[i].empty() ? 1 : 0, text + sector_fields_[i]});
        }
        write_rows(rows);
    }

    // ---- Vertices, lines, things ----

    /// Only vertices with fields of their own: all others are seen at their lines.
    void write_vertices() {
        std::vector<bool> used(map_.vertices().size());
        for (const flatline_linedef& line : map_.linedefs()) used[line.v1] = used[line.v2] = true;
        std::vector<TextRow> rows;
        Extras extras = extras_of(FLATLINE_VERTEX);
        for (std::uint32_t i = 0; i < map_.vertices().size(); ++i) {
            const flatline_vertex& vertex = map_.vertices()[i];
            std::string text = "vertex ";
            append_point(text, vertex);
            const std::size_t bare = text.size();
            std::string_view mark = ": ";
            append_fields(text, mark, FLATLINE_VERTEX, vertex, i, extras);
            if (!used[i] || text.size() == bare) continue;
            rows.push_back({{vertex.x + 0.0, vertex.y + 0.0, 0, 0}, 0, std::move(text)});
        }
        std::sort(rows.begin(), rows.end());
        // Vertices at one place are one.
        rows.erase(std::unique(rows.begin(), rows.end(),
                               [](const TextRow& a, const TextRow& b) { return a.text == b.text; }),
                   rows.end());
        write_rows(rows);
    }

    void write_lines() {
        // Elements come in their order, so sides are described first.
        std::vector<std::string> sides(map_.sidedefs().size());
        Extras extras = extras_of(FLATLINE_SIDEDEF);
        for (std::uint32_t i = 0; i < map_.sidedefs().size(); ++i) {
            const flatline_sidedef& side = map_.sidedefs()[i];
            sides[i] = ": sector";
            if (!sector_names_[side.sector].empty()) sides[i] += ' ' + sector_names_[side.sector];
            std::string_view mark = ", ";
            append_fields(sides[i], mark, FLATLINE_SIDEDEF, side, i, extras);
        }
        extras = extras_of(FLATLINE_LINEDEF);
        std::vector<TextRow> rows;
        for (std::uint32_t i = 0; i < map_.linedefs().size(); ++i) {
            const flatline_linedef& line = map_.linedefs()[i];
            std::string ends;
            append_point(ends, map_.vertices()[line.v1]);
            ends += '-';
            append_point(ends, map_.vertices()[line.v2]);
            bool against = false;
            const std::array<double, 4> place = ends_of(line, against);
            std::string text = "linedef " + ends;
            std::string_view mark = ": ";
            append_fields(text, mark, FLATLINE_LINEDEF, line, i, extras);
            rows.push_back({place, 0, std::move(text)});
            rows.push_back({place, 1, "front " + ends + sides[line.sidefront]});
            if (line.sideback != FLATLINE_NONE) {
                rows.push_back({place, 2, "back " + ends + sides[line.sideback]});
            }
        }
        write_rows(rows);
    }

    void write_things() {
        std::vector<TextRow> rows;
        Extras extras = extras_of(FLATLINE_THING);
        for (std::uint32_t i = 0; i < map_.things().size(); ++i) {
            const flatline_thing& thing = map_.things()[i];
            std::string text = "thing ";
            append_point(text, {thing.x, thing.y});
            std::string_view mark = ": ";
            append_fields(text, mark, FLATLINE_THING, thing, i, extras);
            rows.push_back({{thing.x + 0.0, thing.y + 0.0, 0, 0}, 0, std::move(text)});
        }
        write_rows(rows);
    }

    std::string& out_;
    const Map& map_;
    std::vector<std::pair<bool, std::string>> defaults_;  // by field: known, text
    std::vector<std::string> sector_fields_, sector_names_;
    std::vector<std::array<double, 4>> sector_places_;
    std::string scratch_;
};

}  // namespace

void append_canonical(std::string& out, const Map& map) { Canonical(out, map).write(); }

}  // namespace flatline::engine::tool
