#include "report/tally.hpp"

namespace flatline::engine::tool {
namespace {

std::uint64_t& count_of(Tally& tally, Severity severity) {
    switch (severity) {
        case Severity::error:
            return tally.errors;
        case Severity::warning:
            return tally.warnings;
        case Severity::note:
            break;
    }
    return tally.notes;
}

}  // namespace

void Tally::add(Severity severity) { ++count_of(*this, severity); }

void Tally::remove(Severity severity) { --count_of(*this, severity); }

void Tally::add(const FindingList& list) {
    errors += list.errors();
    warnings += list.warnings();
    notes += list.notes();
}

void Tally::add(const Tally& other) {
    errors += other.errors;
    warnings += other.warnings;
    notes += other.notes;
}

}  // namespace flatline::engine::tool
