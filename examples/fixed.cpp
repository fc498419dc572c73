// Coordinates as a port with 16.16 numbers has them, and a map that is repaired by some rules only.
//
// Shows: numbers from their text, where ports cut them, repairs by rule.
//
// Build: c++ -std=c++17 fixed.cpp -lflatline (or see README.md)
// Run:
#include <cstdio>
#include <string_view>

#include "flatline/flatline.hpp"

int main() {
    const std::string_view text =
        "namespace = \"zdoom\"; vertex { x = 0.99999999999999999999; y = -1.5; }"
        "thing { x = 1; y = 2; }";
    const flatline::Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    flatline::LoadOptions options;
    options.repair = {flatline::Rule::thing_missing_field};
    for (const flatline::Rule rule : flatline::repairable_rules()) {
        if (options.repair.has(rule)) std::printf("repairs one rule\n");
    }
    options.repair.add(flatline::Rule::line_missing_front);
    const auto result = flatline::load_borrowed(bytes, options);
    if (!result) return 1;
    const flatline::FieldId x = flatline::find_field(FLATLINE_VERTEX, "x");
    const std::string_view value = flatline::value_text(result.value, FLATLINE_VERTEX, 0, x);
    std::int32_t exact = 0, cast = 0;
    flatline::fixed_of_text(value, flatline::FixedCut::exact, exact);
    flatline::fixed_values(result.value, x, flatline::FixedCut::cast, 0, &cast, 1);
    std::printf("x is %.*s: %d, in Woof %d\n", static_cast<int>(value.size()), value.data(),
                static_cast<int>(exact), static_cast<int>(cast));
    return 0;
}
