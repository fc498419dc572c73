// What every load, build and write promises of its end: it is refused where a finding refuses it,
// and only there, and such a finding is an error.
#pragma once

#include <string>

#include "model/result.hpp"

namespace refusal_oracle {

/// "" if all is as promised.
inline std::string first_fault(flatline::engine::Status status,
                               const flatline::engine::FindingList& findings) {
    using flatline::engine::Status;
    bool refuses = false;
    for (const flatline::engine::Finding& finding : findings.kept()) {
        if (finding.refuses == 0) continue;
        refuses = true;
        if (finding.severity != static_cast<std::uint8_t>(flatline::engine::Severity::error)) {
            return "a refusal that is no error";
        }
    }
    switch (status) {
        case Status::ok:
            return refuses ? "a finding refuses what is there" : "";
        case Status::cancelled:
            return findings.total() != 0 ? "findings of a call that was ended" : "";
        default:
            break;
    }
    if (findings.errors() == 0) return "refused without an error";
    return !refuses && !findings.kept().empty() ? "refused without a reason" : "";
}

template <class Result>
std::string first_fault(const Result& result) {
    return first_fault(result.status, result.findings);
}

}  // namespace refusal_oracle
