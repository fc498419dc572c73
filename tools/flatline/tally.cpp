#include "tally.hpp"

namespace flatline::tool {

void Tally::add(const Finding& finding) {
    switch (static_cast<Severity>(finding.severity)) {
        case Severity::error:
            ++errors;
            break;
        case Severity::warning:
            ++warnings;
            break;
        case Severity::note:
            ++notes;
            break;
    }
}

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
