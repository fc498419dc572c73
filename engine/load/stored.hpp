// Raw data of the file that a Map keeps, for hosts that request it.
#pragma once

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "load/map_storage.hpp"
#include "model/binary.hpp"
#include "model/memory.hpp"

namespace flatline::engine {

/// The bytes of a string of a map that is not made yet. Precondition: it is not empty.
const unsigned char* bytes_of(const detail::MapStorage& storage, flatline_text text) noexcept;

/// The size of a record of storage.stored, by FLATLINE_VERTEX .. FLATLINE_THING.
std::uint32_t stored_record_bytes(std::uint8_t element, bool hexen) noexcept;

/// Fills storage.stored with the records of the five lumps of a binary map. Lumps that lie at an
/// odd address, and all of them on a machine with the other byte order, are copied.
Outcome keep_records(const BinaryLumps& lumps, const MemoryHooks& hooks, Budget& budget,
                     detail::MapStorage& storage) noexcept;

/// Copies the names, the strings of columns and those of unknown fields of a map that nobody else
/// has yet, with a zero byte behind each, and lets the map's texts be these.
Outcome terminate_strings(const MemoryHooks& hooks, Budget& budget, detail::MapStorage& storage,
                          const flatline_arrays& arrays) noexcept;

}  // namespace flatline::engine
