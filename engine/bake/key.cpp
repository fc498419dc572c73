// What a baked map is found by.
#include <cstdint>
#include <type_traits>

#include "bake/format.hpp"
#include "bake/hash.hpp"
#include "flatline/version.h"

namespace flatline::engine {
namespace bake {
namespace {

class KeyMaker {
public:
    explicit KeyMaker(Kind kind) noexcept {
        if (!can_bake()) return;
        text(FLATLINE_VERSION_STRING);
        number(kFormatVersion);
        number(tables_hash());
        number(static_cast<std::uint32_t>(kind));
    }

    void number(std::uint64_t number) noexcept { hash_.add_value(number); }
    void text(std::string_view text) noexcept {
        number(text.size());
        hash_.add(text.data(), text.size());
    }
    // Of each lump its own hash, so that long ones are hashed in one piece.
    void lump(std::string_view name, Bytes bytes) noexcept {
        text(name);
        number(bytes.size());
        hash_.add_value(hash128(bytes));
    }
    void lumps(View<KeyLump> lumps) noexcept {
        number(lumps.size());
        for (const KeyLump& each : lumps) lump(each.name, each.bytes);
    }
    void limits(const Limits& limits) noexcept {
        static_assert(std::is_trivially_copyable_v<Limits> && sizeof(Limits) % 8 == 0);
        hash_.add_value(limits);
    }
    BakeKey end() const noexcept { return can_bake() ? hash_.bits128() : BakeKey{}; }

private:
    Hash hash_;
};

// Threads, jobs, memory, progress and work change no map that is loaded to its end.
void add_options(KeyMaker& key, const LoadOptions& o) noexcept {
    key.limits(o.limits);
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        if (o.repair.has(static_cast<Rule>(i))) key.number(i + 1);
    }
    key.number(0);
    key.number(static_cast<std::uint64_t>(o.grammar));
    key.number(o.strict);
    key.number(o.products);
    key.number(static_cast<std::uint64_t>(o.slope_rules));
    key.number(o.gzdoom_plane_d);
    key.text(o.namespace_override);
    key.number(static_cast<std::uint64_t>(o.short_reject));
    key.number(static_cast<std::uint64_t>(o.field_gate));
    key.number(o.arg0_is_id);
    key.number(static_cast<std::uint64_t>(o.blockmap_style));
    key.lump("ZNODES", o.lumps.znodes);
    key.lump("BLOCKMAP", o.lumps.blockmap);
    key.lump("REJECT", o.lumps.reject);
    key.number(o.lumps.unreadable.size());
    for (const UnreadableLump& lump : o.lumps.unreadable) {
        key.text(lump.name);
        key.number(lump.finding.rule);
        key.number(lump.finding.severity);
        key.number(lump.finding.offset);
        key.number(static_cast<std::uint64_t>(lump.finding.a));
        key.number(static_cast<std::uint64_t>(lump.finding.b));
    }
}

}  // namespace
}  // namespace bake

BakeKey bake_key(View<KeyLump> lumps, const LoadOptions& options) noexcept {
    bake::KeyMaker key(bake::Kind::map);
    key.lumps(lumps);
    bake::add_options(key, options);
    return key.end();
}

BakeKey bake_key(View<KeyLump> lumps, const Doom3Options& options) noexcept {
    bake::KeyMaker key(bake::Kind::doom3);
    key.lumps(lumps);
    key.limits(options.limits);
    key.number(options.partial);
    key.number(options.escapes);
    return key.end();
}

}  // namespace flatline::engine
