// The frame of a load, for maps of every kind.
#pragma once

#include <memory>
#include <new>
#include <utility>

#include "archive/read.hpp"
#include "base/work.hpp"
#include "load/conclude.hpp"
#include "model/buffer.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"

namespace flatline::engine {

class Doom3Loader;
class Loader;

/// What differs between kinds of maps is named by `Kind`: the types Map, Arrays, Storage, Workspace
/// and Options, the lump that the text is (none for a map of several), and
/// `Outcome read(Workspace&, const MemoryHooks&, const Options&, Budget&, Storage&, FindingList&,
/// Arrays&) const`, and `std::uint64_t bytes(Bytes text, const Options&) const`, what a load reads.
/// A Storage has `owned`, `text` and `blocks`; a Workspace keeps the last between loads, and as
/// `room` memory of a text that was read.
template <class Kind>
LoadResult<typename Kind::Map> load(detail::Owned<typename Kind::Workspace>& kept,
                                    const MemoryHooks& hooks, Bytes text, Buffer&& owned,
                                    const typename Kind::Options& options,
                                    const Kind& kind = {}) noexcept {
    using Storage = typename Kind::Storage;
    using Workspace = typename Kind::Workspace;
    LoadResult<typename Kind::Map> result;
    result.findings = new_findings(options.limits);
    Budget budget(options.limits.arena_bytes);
    typename Kind::Arrays arrays{};
    Outcome outcome = Outcome::out_of_memory;
    std::unique_ptr<Storage> storage(new (std::nothrow) Storage);
    if (kept.storage() == nullptr) {
        kept = detail::Owned<Workspace>(new (std::nothrow) Workspace);
    }
    Workspace* const workspace = kept.storage();
    if (workspace != nullptr) workspace->room.reset();  // nobody asked for it
    const std::uint64_t bytes = kind.bytes(text, options);
    if (!work::begin(options.work, bytes)) {
        result.findings.add(work::refusal(options.work, bytes));
        outcome = Outcome::refused;
    } else if (storage != nullptr && workspace != nullptr) {
        storage->text = text;
        storage->blocks = std::move(workspace->blocks);
        outcome = kind.read(*workspace, hooks, options, budget, *storage, result.findings, arrays);
    }
    result.status = conclude(outcome, budget, Kind::kLump, result.findings);
    result.memory = {budget.announced(), budget.used(), budget.by_size()};
    work::spend_memory(options.work, budget.used());
    if (result.status == Status::ok) {
        storage->owned = std::move(owned);
        detail::Access::owned(result.value) =
            detail::Owned<Storage, typename Kind::Arrays>(storage.release(), arrays);
        return result;
    }
    result.text = std::move(owned);
    if (storage != nullptr && workspace != nullptr) workspace->blocks = std::move(storage->blocks);
    return result;
}

/// Takes the memory of a map back for the next load.
template <class Public, class Workspace>
void take_back(Public&& map, detail::Owned<Workspace>& kept) noexcept {
    const Public taken(std::forward<Public>(map));
    auto* storage = detail::Access::owned(taken).storage();
    if (storage != nullptr && kept.storage() != nullptr) {
        kept.storage()->blocks = std::move(storage->blocks);
        if (archive::is_room(storage->owned)) kept.storage()->room = std::move(storage->owned);
    }
}

/// Gives away the memory of a text that came back with its map, to read the next one into.
template <class Workspace>
Buffer take_room_of(detail::Owned<Workspace>& kept) noexcept {
    return kept.storage() != nullptr ? std::move(kept.storage()->room) : Buffer();
}
Buffer take_room(Loader& loader) noexcept;
Buffer take_room(Doom3Loader& loader) noexcept;

}  // namespace flatline::engine
