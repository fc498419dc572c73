// The frame of a build: allocates the storage, runs the work, and returns a value or the reason why
// there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <new>

#include "base/finding_edit.hpp"
#include "load/conclude.hpp"
#include "model/owned.hpp"

namespace flatline::engine {

/// Makes a `Public` of the `Storage` and the `Arrays` that work(storage, findings, budget, arrays)
/// fills; it returns an Outcome.
template <class Public, class Storage, class Arrays, class Options, class Work>
Result<Public> build(const Options& options, Lump lump, const Work& work) noexcept {
    Result<Public> result;
    result.findings = new_findings(options.limits);
    Budget budget(options.limits.arena_bytes);
    Arrays arrays{};
    Outcome outcome = Outcome::out_of_memory;
    std::unique_ptr<Storage> storage(new (std::nothrow) Storage);
    if (storage != nullptr) outcome = work(*storage, result.findings, budget, arrays);
    if (outcome == Outcome::cancelled) detail::FindingEdit::clear(result.findings);
    result.status = conclude(outcome, budget, lump, result.findings);
    result.memory = {budget.announced(), budget.used()};
    if (result.status == Status::ok) {
        detail::Access::owned(result.value) =
            detail::Owned<Storage, Arrays>(storage.release(), arrays);
    }
    return result;
}

}  // namespace flatline::engine
