#include "bake/hash.hpp"

#include <cstring>
#include <new>

// A program that takes Flatline as source need not have it.
#if __has_include(<xxhash.h>)
#define XXH_INLINE_ALL
#include <xxhash.h>
#define FLATLINE_HAS_XXHASH 1
#else
#define FLATLINE_HAS_XXHASH 0
#endif

namespace flatline::engine {

bool can_bake() noexcept { return FLATLINE_HAS_XXHASH != 0; }

namespace bake {

#if FLATLINE_HAS_XXHASH

namespace {

BakeKey key_of(XXH128_hash_t hash) noexcept {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    BakeKey key;
    static_assert(sizeof key.bytes == sizeof canonical.digest);
    std::memcpy(key.bytes, canonical.digest, sizeof key.bytes);
    return key;
}

const XXH3_state_t* state_of(const unsigned char* bytes) noexcept {
    return std::launder(reinterpret_cast<const XXH3_state_t*>(bytes));
}

}  // namespace

Hash::Hash() noexcept {
    static_assert(sizeof(XXH3_state_t) <= sizeof state_ && alignof(XXH3_state_t) <= 64);
    auto* const state = new (static_cast<void*>(state_)) XXH3_state_t;
    XXH3_INITSTATE(state);
    XXH3_128bits_reset(state);
}

// The states of both lengths are the same.
void Hash::add(const void* bytes, std::size_t size) noexcept {
    if (size == 0) return;
    XXH3_128bits_update(const_cast<XXH3_state_t*>(state_of(state_)), bytes, size);
}

std::uint64_t Hash::bits64() const noexcept { return XXH3_64bits_digest(state_of(state_)); }
BakeKey Hash::bits128() const noexcept { return key_of(XXH3_128bits_digest(state_of(state_))); }

std::uint64_t hash64(Bytes bytes) noexcept { return XXH3_64bits(bytes.data(), bytes.size()); }
BakeKey hash128(Bytes bytes) noexcept { return key_of(XXH3_128bits(bytes.data(), bytes.size())); }

#else

Hash::Hash() noexcept : state_{} {}
void Hash::add(const void*, std::size_t) noexcept {}
std::uint64_t Hash::bits64() const noexcept { return 0; }
BakeKey Hash::bits128() const noexcept { return {}; }
std::uint64_t hash64(Bytes) noexcept { return 0; }
BakeKey hash128(Bytes) noexcept { return {}; }

#endif

}  // namespace bake
}  // namespace flatline::engine
