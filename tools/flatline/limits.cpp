// The command limits.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "commands.hpp"
#include "json.hpp"
#include "model/limits.hpp"
#include "report/json_lines.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

double value_of(const Limits& limits, const LimitRow& row) {
    return row.count != nullptr ? static_cast<double>(limits.*row.count) : limits.*row.real;
}

/// "4 GiB" of bytes, else "131,072"; a coordinate with what it has after the point.
std::string value_text(const Limits& limits, const LimitRow& row) {
    if (row.count == nullptr) return fmt::format("{}", limits.*row.real);
    const std::uint64_t value = limits.*row.count;
    const bool is_bytes = row.unit.substr(0, 5) == "bytes";
    struct Unit {
        unsigned bits;
        const char* name;
    };
    for (const Unit unit : {Unit{30, "GiB"}, Unit{20, "MiB"}}) {
        const std::uint64_t one = std::uint64_t{1} << unit.bits;
        if (is_bytes && value >= one && value % one == 0) {
            return fmt::format("{} {}", value / one, unit.name);
        }
    }
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

void print_limits_text(Console& console) {
    std::size_t names = 0;
    std::size_t values = 0;
    for (const LimitRow& row : limit_rows()) {
        names = std::max(names, row.name.size());
        values = std::max(values, value_text(Limits(), row).size());
    }
    for (const LimitRow& row : limit_rows()) {
        console.print("{:<{}}  {:>{}}  {} ({})\n", row.name, names, value_text(Limits(), row),
                      values, row.unit, row.reason);
    }
}

void print_limits_json(Console& console) {
    JsonWriter json(console.out);
    std::uint64_t count = 0;
    for (const LimitRow& row : limit_rows()) {
        ++count;
        json.begin_object();
        json.member("type", "limit");
        json.member("limit", row.name);
        json.key("default");
        if (row.count != nullptr) {
            json.natural(Limits().*row.count);
        } else {
            json.real(Limits().*row.real);
        }
        json.member("unit", row.unit);
        json.member("ceiling", row.ceiling);
        json.member("reason", row.reason);
        json.end_object();
        json.end_line();
    }
    write_count_json(json, "limits", count);
}

/// What a preset has otherwise than the default: "coordinate 32768, nesting 1".
std::string differences(const LimitPreset& preset) {
    std::string text;
    for (const LimitRow& row : limit_rows()) {
        if (value_of(preset.limits, row) == value_of(Limits(), row)) continue;
        if (!text.empty()) text += ", ";
        text += fmt::format("{} {}", row.name, value_text(preset.limits, row));
    }
    return text.empty() ? "nothing" : text;
}

void print_limits_markdown(Console& console) {
    console.print("| limit | default | unit | why |\n|---|---|---|---|\n");
    for (const LimitRow& row : limit_rows()) {
        console.print("| {} | {} | {} | {} |\n", row.name, value_text(Limits(), row),
                      markdown_cell(row.unit), markdown_cell(row.reason));
    }
    console.print("\n| preset | stands for | differs by |\n|---|---|---|\n");
    for (const LimitPreset& preset : limit_presets()) {
        console.print("| {} | {} | {} |\n", preset.name, markdown_cell(preset.meaning),
                      differences(preset));
    }
}

}  // namespace

int run_limits(Console& console) {
    if (console.args.markdown) {
        print_limits_markdown(console);
    } else if (console.args.json) {
        print_limits_json(console);
    } else {
        print_limits_text(console);
    }
    return kExitOk;
}

}  // namespace flatline::engine::tool
