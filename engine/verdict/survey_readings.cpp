// What the readings of the ports tell.
#include <algorithm>
#include <iterator>

#include "verdict/table.hpp"

namespace flatline::verdict {
namespace {

// By FLATLINE_VERTEX to FLATLINE_THING.
constexpr std::size_t kEmptyRows[kKinds] = {row("map-empty-vertices"), row("map-empty-lines"),
                                            row("map-empty-sides"), row("map-empty-sectors"),
                                            row("map-empty-things")};

constexpr std::string_view kSpelling[] = {
    "syntax-",        "portability-",         "namespace-",        "field-",
    "number-",        "port-namespace",       "port-byte-order",   "port-nul-at-end",
    "port-key-",      "port-nested-block",    "port-global",       "port-escape",
    "port-string-",   "block-unknown",        "port-place-",       "vertex-missing-field",
    "line-missing-",  "side-missing-field",   "sector-missing-",   "thing-missing-field",
    "line-no-sides",  "keyword-unknown",      "grammar-",
};

}  // namespace

bool is_spelling(std::string_view rule) noexcept {
    return std::any_of(std::begin(kSpelling), std::end(kSpelling), [&](std::string_view head) {
        return rule.substr(0, head.size()) == head;
    });
}

void survey_readings(const PortText (&readings)[kPortCount], Marks& marks) noexcept {
    for (std::size_t i = 0; i < kPortCount; ++i) {
        const PortText& reading = readings[i];
        const auto port = static_cast<Port>(i);
        if (reading.ending == Ending::stops) marks.add(row("port-text"), port);
        if (reading.ending == Ending::undefined) marks.add(row("port-text", "lost"), port);
        if (reading.minimum) marks.add(row("port-coordinate", "-32768"), port);
        if (!reading.known || !reading.goes_on()) continue;
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            if (reading.counts[kind] == 0) marks.add(kEmptyRows[kind], port);
        }
    }
}

}  // namespace flatline::verdict
