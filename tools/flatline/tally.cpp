#include "tally.hpp"

namespace flatline::tool {

namespace {

std::uint64_t& count_of(Tally& tally, const Finding& finding) {
    switch (static_cast<Severity>(finding.severity)) {
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

void Tally::add(const Finding& finding) { ++count_of(*this, finding); }

void Tally::remove(const Finding& finding) { --count_of(*this, finding); }

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

}  // namespace flatline::tool
