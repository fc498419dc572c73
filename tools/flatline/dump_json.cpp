#include "dump_json.hpp"

#include <vector>

#include "dump_derived.hpp"
#include "json.hpp"
#include "model/column.hpp"
#include "report/json_lines.hpp"
#include "report/map_info.hpp"
#include "unknown_json.hpp"
#include "value_at.hpp"

namespace flatline::engine::tool {
namespace {

/// A standard field and where it lies in its struct.
struct Member {
    std::string key;
    std::uint16_t offset;
    std::uint32_t bit;
    enum class Form { integer, real, whole, flag, name, index } form;
};

/// A column, its key as JSON has it, and the place of its last entry.
struct KeyedColumn {
    const flatline_column* column;
    std::string key;
    ColumnCursor cursor;
};

/// The kind that the map's dialect gives a standard field: heights are integers in plain UDMF and
/// in SRB2, and floating-point numbers in ZDoom.
std::uint8_t kind_in(Dialect dialect, const StandardField& field) {
    for (const Dialect table : {dialect, Dialect::udmf11}) {
        for (const FieldRow& row : field_rows(table)) {
            if (row.block == field.block && row.name == field.name) return row.kind;
        }
    }
    return field.kind;
}

std::vector<Member> members_of(std::uint8_t block, Dialect dialect) {
    std::vector<Member> members;
    for (const StandardField& field : standard_fields()) {
        if (field.block != block) continue;
        Member::Form form = Member::Form::integer;
        if (field.bit != 0) {
            form = Member::Form::flag;
        } else if (field.is_name) {
            form = Member::Form::name;
        } else if (field.is_index) {
            form = Member::Form::index;
        } else if (field.kind == FLATLINE_REAL) {
            form = kind_in(dialect, field) == FLATLINE_INTEGER ? Member::Form::whole
                                                               : Member::Form::real;
        }
        members.push_back({JsonWriter::prepared_key(field.name), field.offset, field.bit, form});
    }
    return members;
}

class MapDumper {
public:
    MapDumper(Output& out, const Session& session)
        : json_(out), session_(session), map_(session.result.value) {}

    void write();

private:
    template <class Element>
    void write_elements(const char* name, std::uint8_t block, View<Element> elements);
    void write_member(const Member& member, const unsigned char* element);
    void write_column(const KeyedColumn& keyed, std::uint32_t entry);
    void write_unknowns();
    void write_unknowns_in(std::uint8_t where);
    void write_sector_lines();

    bool failed() { return json_.output().failed(); }

    JsonWriter json_;
    const Session& session_;
    const Map& map_;
};

void MapDumper::write() {
    json_.begin_object();
    json_.member("schema", "flatline.dump/1");
    json_.member("file", session_.file);
    json_.member("map", session_.entry->name);
    json_.member("format", map_format_name(session_.entry->format));
    json_.member("namespace", map_.map_namespace());
    json_.key("counts");
    write_counts(json_, map_counts(map_));
    write_elements("vertices", FLATLINE_VERTEX, map_.vertices());
    write_elements("linedefs", FLATLINE_LINEDEF, map_.linedefs());
    write_elements("sidedefs", FLATLINE_SIDEDEF, map_.sidedefs());
    write_elements("sectors", FLATLINE_SECTOR, map_.sectors());
    write_elements("things", FLATLINE_THING, map_.things());
    write_unknowns();
    write_sector_lines();
    json_.key("floor_planes");
    write_planes(json_, map_, false);
    json_.key("ceiling_planes");
    write_planes(json_, map_, true);
    json_.key("nodes");
    write_nodes(json_, map_.nodes());
    json_.key("blockmap");
    write_blockmap(json_, map_.blockmap());
    json_.end_object();
    json_.end_line();
}

template <class Element>
void MapDumper::write_elements(const char* name, std::uint8_t block, View<Element> elements) {
    const std::vector<Member> members = members_of(block, map_.dialect());
    std::vector<KeyedColumn> columns;
    for (const flatline_column& column : map_.columns()) {
        if (column.element != block) continue;
        columns.push_back(
            {&column, JsonWriter::prepared_key(field_name(column.field)), ColumnCursor(&column)});
    }
    const FieldId comment = find_field(block, "comment");
    json_.key(name);
    json_.begin_array();
    for (std::uint32_t i = 0; i < elements.size() && !failed(); ++i) {
        const auto* element = reinterpret_cast<const unsigned char*>(&elements[i]);
        bool commented = comment == FLATLINE_NO_FIELD;
        json_.begin_object();
        for (const Member& member : members) write_member(member, element);
        for (KeyedColumn& keyed : columns) {
            const std::uint32_t entry = keyed.cursor.find(i);
            if (entry == FLATLINE_NONE) continue;
            commented = commented || keyed.column->field == comment;
            write_column(keyed, entry);
        }
        // comment is the one standard field that lies in a column; it has a default all the same.
        if (!commented) json_.member("comment", "");
        json_.end_object();
    }
    json_.end_array();
}

void MapDumper::write_member(const Member& member, const unsigned char* element) {
    const unsigned char* at = element + member.offset;
    json_.raw_key(member.key);
    switch (member.form) {
        case Member::Form::integer:
            json_.integer(value_at<std::int32_t>(at));
            break;
        case Member::Form::real:
            json_.real(value_at<double>(at));
            break;
        case Member::Form::whole:
            json_.whole(value_at<double>(at));
            break;
        case Member::Form::flag:
            json_.boolean((value_at<std::uint32_t>(at) & member.bit) != 0);
            break;
        case Member::Form::name:
            json_.string(map_.name(value_at<std::uint32_t>(at)));
            break;
        case Member::Form::index: {
            const auto index = value_at<std::uint32_t>(at);
            json_.integer(index == FLATLINE_NONE ? -1 : std::int64_t{index});
            break;
        }
    }
}

void MapDumper::write_column(const KeyedColumn& keyed, std::uint32_t entry) {
    const flatline_column& column = *keyed.column;
    json_.raw_key(keyed.key);
    switch (column.kind) {
        case FLATLINE_INTEGER:
            json_.integer(column.values.integers[entry]);
            break;
        case FLATLINE_REAL:
            json_.real(column.values.reals[entry]);
            break;
        case FLATLINE_BOOLEAN:
            json_.boolean(column.values.booleans[entry] != 0);
            break;
        case FLATLINE_STRING:
            json_.string(map_.text(column.values.texts[entry]));
            break;
        case FLATLINE_IDS: {
            const flatline_text range = column.values.ids[entry];
            json_.begin_array();
            for (std::uint32_t i = 0; i < range.size; ++i) {
                json_.integer(map_.ids()[range.offset + i]);
            }
            json_.end_array();
            break;
        }
        default:
            json_.null();
            break;
    }
}

void MapDumper::write_unknowns() {
    json_.key("unknown");
    json_.begin_object();
    for (std::uint8_t where = FLATLINE_VERTEX; where <= FLATLINE_BLOCK; ++where) {
        json_.key(element_name(where));
        json_.begin_array();
        write_unknowns_in(where);
        json_.end_array();
    }
    json_.end_object();
}

/// Writes what stands directly in elements of one kind as [index, name, value], and at top level as
/// [name, value]. The value of a block is the list of its contents.
void MapDumper::write_unknowns_in(std::uint8_t where) {
    const View<flatline_unknown> unknowns = map_.unknowns();
    for (std::uint64_t i = 0; i < unknowns.size() && !failed();) {
        const flatline_unknown& unknown = unknowns[i];
        if (unknown.element != where) {
            i = unknown.kind == FLATLINE_UNKNOWN_BLOCK ? unknown.value.block_end : i + 1;
            continue;
        }
        json_.begin_array();
        if (unknown.index != FLATLINE_NONE) json_.integer(unknown.index);
        json_.string(map_.text(unknown.name));
        i = write_unknown(json_, map_, i);
        json_.end_array();
    }
}

void MapDumper::write_sector_lines() {
    json_.key("sector_lines");
    json_.begin_array();
    for (std::uint32_t sector = 0; sector < map_.sectors().size() && !failed(); ++sector) {
        json_.begin_array();
        for (const std::uint32_t line : map_.sector_lines(sector)) json_.natural(line);
        json_.end_array();
    }
    json_.end_array();
}

}  // namespace

void write_dump(Output& out, const Session& session) { MapDumper(out, session).write(); }

}  // namespace flatline::engine::tool
