// Coordinates as a port with 16.16 numbers has them, and a map that is repaired by some rules only.
//
// Shows: numbers from their text, where ports cut them, repairs by rule.
//
// Build: c++ -std=c++17 fixed.cpp -lflatline (or see README.md)
// Run:
#include <flatline/flatline.hpp>

#include <cstdio>
#include <string_view>

int main() {
    const std::string_view text =
        "namespace = \"zdoom\"; vertex { x = 0.99999999999999999999; y = -1.5; }"
        "thing { x = 1; y = 2; }";
    const char* const rules[] = {"thing-missing-field", "line-missing-front"};
    flatline::LoadOptions options;
    const auto map = flatline::load(text, options.repair_only(rules));
    if (!map) return 1;
    if (map.has(flatline::Rule::thing_missing_field)) std::puts("repairs one rule");
    const flatline::FieldId x = flatline_find_field(FLATLINE_VERTEX, "x");
    const std::string_view value = map->value_text(FLATLINE_VERTEX, 0, x);
    const auto exact = flatline::fixed_of_text(value, FLATLINE_FIXED_EXACT);
    std::int32_t cast = 0;
    const flatline::Status status =
        flatline::fixed_values(*map, x, FLATLINE_FIXED_CAST, 0, &cast, map->vertices().size());
    if (!exact || status != flatline::Status::ok) return 1;
    std::printf("x is %.*s: %d, in Woof %d\n", static_cast<int>(value.size()), value.data(),
                static_cast<int>(*exact), static_cast<int>(cast));
    return 0;
}
