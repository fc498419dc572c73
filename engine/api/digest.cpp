// Digests of maps by which ports know them.
#include <cstring>
#include <iterator>
#include <string_view>

#include "api/handle.hpp"
#include "base/digest.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

// What a port takes. Source: docs/library.md, "Digests of maps".
struct PortDigest {
    std::uint8_t port;
    bool by_position;  // the lumps of a Doom map where they should stand, whatever they are
    bool behavior;     // and BEHAVIOR, where the map has it
    bool sums;         // of the digests of four lumps, byte by byte
};
constexpr PortDigest kPortDigests[] = {
    {FLATLINE_PORT_GZDOOM, false, true, false},   {FLATLINE_PORT_SRB2, false, false, true},
    {FLATLINE_PORT_DSDA, true, false, false},     {FLATLINE_PORT_WOOF, false, true, false},
    {FLATLINE_PORT_ETERNITY, false, true, false},
};

struct LumpPlace {
    std::string_view name;
    std::size_t position;  // behind the label
};
constexpr LumpPlace kDigestLumps[] = {
    {"THINGS", 1}, {"LINEDEFS", 2}, {"SIDEDEFS", 3}, {"SECTORS", 8}};

class MapDigest {
public:
    MapDigest(View<flatline_named_lump> lumps, Digest::Kind kind) noexcept
        : lumps_(lumps), kind_(kind) {}

    /// False where a lump is missing.
    bool write(const PortDigest& port, unsigned char* out) const noexcept {
        const flatline_named_lump* const text = find("TEXTMAP");
        if (port.sums && text == nullptr) return write_sums(out);
        Digest digest(kind_);
        if (text != nullptr && !port.by_position) {
            digest.add(bytes_of(*text));
        } else if (!add_map(port.by_position, digest)) {
            return false;
        }
        const flatline_named_lump* const behavior = find("BEHAVIOR");
        if (port.behavior && behavior != nullptr) digest.add(bytes_of(*behavior));
        digest.finish(out);
        return true;
    }

private:
    static Bytes bytes_of(const flatline_named_lump& lump) noexcept {
        return {static_cast<const unsigned char*>(lump.bytes.data), lump.bytes.size};
    }

    // Behind the label, which may be called anything.
    const flatline_named_lump* find(std::string_view name) const noexcept {
        for (std::size_t i = 1; i < lumps_.size(); ++i) {
            if (view(lumps_[i].name) == name) return &lumps_[i];
        }
        return nullptr;
    }
    const flatline_named_lump* find(const LumpPlace& place, bool by_position) const noexcept {
        if (!by_position) return find(place.name);
        return place.position < lumps_.size() ? &lumps_[place.position] : nullptr;
    }

    bool add_map(bool by_position, Digest& digest) const noexcept {
        digest.add(bytes_of(lumps_[0]));
        for (const LumpPlace& place : kDigestLumps) {
            const flatline_named_lump* const lump = find(place, by_position);
            if (lump == nullptr) return false;
            digest.add(bytes_of(*lump));
        }
        return true;
    }

    bool write_sums(unsigned char* out) const noexcept {
        std::memset(out, 0, Digest(kind_).size());
        for (const LumpPlace& place : kDigestLumps) {
            const flatline_named_lump* const lump = find(place.name);
            if (lump == nullptr) return false;
            Digest digest(kind_);
            digest.add(bytes_of(*lump));
            unsigned char one[Digest::kMostBytes];
            digest.finish(one);
            for (std::size_t i = 0; i < digest.size(); ++i) {
                out[i] = static_cast<unsigned char>(out[i] + one[i]);
            }
        }
        return true;
    }

    View<flatline_named_lump> lumps_;
    Digest::Kind kind_;
};

}  // namespace

flatline_status flatline_lumps_digest(const flatline_named_lump* lumps, size_t count, uint8_t port,
                                      int32_t kind, uint8_t* out, size_t size) {
    if (lumps == nullptr || count == 0 || out == nullptr || kind < FLATLINE_DIGEST_MD5 ||
        kind > FLATLINE_DIGEST_SHA1) {
        return FLATLINE_BAD_ARGUMENT;
    }
    const auto chosen = static_cast<Digest::Kind>(kind);
    for (std::size_t i = 0; i < count; ++i) {
        if (lumps[i].bytes.data == nullptr && lumps[i].bytes.size != 0)
            return FLATLINE_BAD_ARGUMENT;
    }
    unsigned char digest[Digest::kMostBytes];
    const std::size_t bytes = Digest(chosen).size();
    for (const PortDigest& row : kPortDigests) {
        if (row.port != port || size < bytes) continue;
        if (!MapDigest({lumps, count}, chosen).write(row, digest)) return FLATLINE_BAD_ARGUMENT;
        std::memcpy(out, digest, bytes);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}
