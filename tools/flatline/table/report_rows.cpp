#include "table/report_rows.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "table/text_json.hpp"

namespace flatline::engine::tool {
namespace {

/// A cell; without a value it is null.
using CellValue = std::variant<std::monostate, std::int64_t, double, std::string>;

CellValue text_cell(std::string_view text) {
    if (text.empty()) return {};
    return std::string(text);
}
template <class Number>
CellValue cell_unless(Number value, Number absent) {
    if (value == absent) return {};
    return static_cast<std::int64_t>(value);
}

/// One row after another, each a batch of its own: of reports there are few.
class ReportRow {
public:
    ReportRow(const TableShape& shape, const std::function<void(const RowBatch&)>& use)
        : shape_(shape), use_(use) {}

    /// The value of the next column.
    void put(CellValue value) {
        const std::size_t column = next_++;
        if (!shape_.is_wanted[column] || std::holds_alternative<std::monostate>(value)) return;
        ColumnValues& values = batch_.add(column);
        const std::int64_t* const integer = std::get_if<std::int64_t>(&value);
        switch (shape_.columns[column].type) {
            case ValueType::int32:
                values.integers.push_back(static_cast<std::int32_t>(*integer));
                break;
            case ValueType::int64:
                values.longs.push_back(*integer);
                break;
            case ValueType::real:
                values.reals.push_back(std::get<double>(value));
                break;
            case ValueType::boolean:
                values.booleans.push_back(static_cast<std::uint8_t>(*integer));
                break;
            case ValueType::text:
            case ValueType::json:
                values.texts.push_back(batch_.text(batch_.keep(std::get<std::string>(value))));
                break;
        }
    }
    /// Of one of the first columns, where the empty string is one.
    void put_key(std::string_view text) { put(std::string(text)); }
    void end() {
        batch_.rows = 1;
        use_(batch_);
        batch_.clear();
        next_ = 0;
    }
    /// The name of the next column; "" after the last.
    std::string_view next_name() const {
        return next_ < shape_.columns.size() ? shape_.columns[next_].name : std::string_view();
    }

private:
    const TableShape& shape_;
    const std::function<void(const RowBatch&)>& use_;
    RowBatch batch_;
    std::size_t next_ = 0;
};

CellValue digest_cell(const FileReport& report) {
    return report.digest ? CellValue(report.digest->sha256) : CellValue();
}

void put_file_row(ReportRow& row, const FileReport& report, std::int32_t file) {
    row.put(digest_cell(report));
    row.put_key(report.path);
    row.put({});
    row.put(std::int64_t{file});
    row.put(report.digest ? CellValue(static_cast<std::int64_t>(report.digest->bytes))
                          : CellValue());
    row.put(static_cast<std::int64_t>(report.map_count));
    row.end();
}

void put_map_key(ReportRow& row, const FileReport& report, const MapReport& map,
                 std::int64_t index) {
    row.put(digest_cell(report));
    row.put_key(map.file);
    row.put_key(map.name);
    row.put(index);
}

void put_map_row(ReportRow& row, const FileReport& report, const MapReport& map) {
    put_map_key(row, report, map, static_cast<std::int64_t>(map.number));
    row.put_key(status_name(map.status));
    row.put_key(map_format_name(map.format));
    row.put(map.name_space ? CellValue(*map.name_space) : CellValue());
    while (!row.next_name().empty()) {
        CellValue value;
        for (const NamedCount& count : map.counts) {
            if (count.name == row.next_name()) value = static_cast<std::int64_t>(count.count);
        }
        row.put(std::move(value));
    }
    row.end();
}

CellValue related_cell(const ReportedFinding& finding, JsonText& text) {
    if (finding.related == FLATLINE_NONE) return {};
    JsonWriter json = text.begin();
    json.begin_object();
    json.member("element", finding.related_word());
    json.member("index", finding.related);
    json.end_object();
    return text.end();
}

/// As write_finding_json: a member that it leaves out is null here.
void put_finding_row(ReportRow& row, const FileReport& report, const MapReport& map,
                     const ReportedFinding& finding, std::int64_t index, JsonText& text) {
    put_map_key(row, report, map, index);
    row.put_key(finding.rule_id());
    row.put_key(severity_name(finding.severity));
    row.put(text_cell(finding.lump));
    row.put(cell_unless<std::uint64_t>(finding.line, 0));
    row.put(finding.line != 0 ? CellValue(static_cast<std::int64_t>(finding.column)) : CellValue());
    row.put(cell_unless<std::uint64_t>(finding.offset, FLATLINE_NO_OFFSET));
    row.put(finding.element != FLATLINE_MAP ? text_cell(finding.element_word()) : CellValue());
    row.put(cell_unless<std::uint32_t>(finding.index, FLATLINE_NONE));
    row.put(text_cell(finding.field));
    row.put(related_cell(finding, text));
    row.put(finding.has_point() ? CellValue(finding.x) : CellValue());
    row.put(finding.has_point() ? CellValue(finding.y) : CellValue());
    row.put_key(finding.message);
    row.put_key(finding.fingerprint);
    row.end();
}

}  // namespace

void each_report_row(const TableShape& shape, const FileReport& report, std::int32_t file,
                     const std::function<void(const RowBatch&)>& use) {
    ReportRow row(shape, use);
    JsonText text;
    std::int64_t number = 0;
    switch (shape.kind) {
        case TableKind::files:
            if (report.kind == FileKind::file) put_file_row(row, report, file);
            return;
        case TableKind::maps:
            for (const MapReport& map : report.maps) put_map_row(row, report, map);
            return;
        case TableKind::findings:
            for (const MapReport& map : report.maps) {
                if (map.status != MapStatus::ok) continue;
                number = 0;
                for (const ReportedFinding& finding : map.findings) {
                    put_finding_row(row, report, map, finding, number++, text);
                }
            }
            return;
        default:
            return;
    }
}

}  // namespace flatline::engine::tool
