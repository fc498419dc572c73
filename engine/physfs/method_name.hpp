// Names of compression methods, in the eight letters that a finding can hold.
#pragma once

#include <cstdint>

namespace flatline::engine::physfs {

/// APPNOTE.TXT section 4.4.5; "no.NNNNN" for what has no name there.
std::int64_t pack_zip_method(std::uint64_t method) noexcept;
/// The coder of a 7z, by its id; "id NNNNN" in hexadecimal for what is not known by name.
std::int64_t pack_seven_zip_method(std::uint64_t id) noexcept;

}  // namespace flatline::engine::physfs
