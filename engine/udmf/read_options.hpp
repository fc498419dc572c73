// How a text is read, and the memory that reading keeps.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/progress.hpp"
#include "base/reservation.hpp"
#include "model/kernel.hpp"
#include "model/limits.hpp"
#include "model/load.hpp"
#include "model/map.hpp"
#include "model/testing.hpp"
#include "model/view.hpp"
#include "text/name_pool.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/key_cache.hpp"
#include "udmf/memory_plan.hpp"
#include "udmf/runs/store.hpp"

namespace flatline::engine::udmf {

using flatline::engine::ReadPaths;

struct ReadOptions {
    const Limits* limits = nullptr;
    std::string_view namespace_override;
    Grammar grammar = Grammar::automatic;
    Repairs repair;
    ReadPaths paths = ReadPaths::all;
    Kernel kernel = Kernel::automatic;
    Progress* progress = nullptr;  // null: nobody asks
};

/// How many statements each machine has read; what was read twice counts twice. Runs count by
/// themselves what they follow (Runs::followed).
struct StatementCounts {
    std::uint64_t slow = 0;
    std::uint64_t fast = 0;
};

/// Working memory that a Loader keeps between maps.
struct ReadWorkspace {
    Reservation values;
    text::NamePool names;
    std::uint32_t last_block[kFieldBound];  // by FieldId: the serial of the block that gave it last
    Runs runs;
    KeyCache keys;
    StatementCounts statements;  // of the last text
    Reservation scratch;         // of the stages after the reader
};

/// A slice of a text that is read by itself, as if everything before it had been read
/// (threads/slices.hpp).
struct Slice {
    const unsigned char* from = nullptr;  // null: the first byte
    View<const unsigned char*> splits;    // where later slices begin, ascending
    const NamespaceRow* row = nullptr;    // the namespace that holds at `from`
    MemoryPlan plan;                      // for all text that it may come to read
    bool learns = true;                   // false if that slice gave learning up
    const std::atomic<bool>* stop = nullptr;
};

}  // namespace flatline::engine::udmf
