// Fuzzer of baked maps: any bytes as a file whose header and checksum are put right, so that what
// stands behind them is read. What opens is walked as a map of a load: its strings, a check,
// runtime tables, a text, and baked once more it is the same file.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "bake/format.hpp"
#include "bake/hash.hpp"
#include "flatline/version.h"
#include "fuzz/harness/promise.hpp"
#include "model/bake.hpp"
#include "model/check.hpp"
#include "model/runtime.hpp"
#include "model/write.hpp"
#include "support/baked.hpp"
#include "support/oracle.hpp"
#include "support/runtime_oracle.hpp"

namespace {

using namespace flatline::engine;

Limits fuzz_limits() {
    Limits limits;
    limits.arena_bytes = 32u << 20;
    limits.check_steps = 1u << 16;
    return limits;
}

void put_header_right(baked_tools::File& file) {
    bake::FileHeader header;
    if (file.size() < sizeof header) return;
    std::memcpy(&header, file.bytes().data(), sizeof header);
    std::memcpy(header.magic, bake::kMagic, sizeof header.magic);
    header.version = bake::kFormatVersion;
    header.byte_order = bake::kByteOrder;
    std::memset(header.engine, 0, sizeof header.engine);
    std::memcpy(header.engine, FLATLINE_VERSION_STRING, sizeof FLATLINE_VERSION_STRING);
    header.size = file.size();
    header.tables = bake::tables_hash();
    std::memcpy(&file[0], &header, sizeof header);
    file.sum_up();
}

void walk(const Map& map) {
    fuzz::require_none(oracle::first_fault(map));
    std::string text;
    static_cast<void>(write_textmap(map, baked_tools::sink_of(text)));
    CheckOptions options;
    options.limits = fuzz_limits();
    static_cast<void>(check(map, options));
    RuntimeOptions runtime;
    runtime.limits = fuzz_limits();
    static_cast<void>(build_runtime(map, runtime));
    fuzz::require_none(runtime_oracle::first_fault(
        map.reject(), static_cast<std::uint32_t>(map.sectors().size()), 64));
}

void walk(const Doom3Map& map) {
    CheckOptions options;
    options.limits = fuzz_limits();
    static_cast<void>(check(map, options));
}

template <class Kind>
void walk_opened(const Opened<Kind>& opened, Opened<Kind> (*open)(Bytes, const BakedOptions&)) {
    fuzz::require(opened || opened.findings.total() == 0 || opened.status == Status::out_of_memory,
                  "a file that is refused has no findings");
    if (!opened) return;
    walk(opened.value);
    const baked_tools::File again = baked_tools::bake(opened.value);
    fuzz::require(again.size() != 0, "what opens can be baked");
    BakedOptions options;
    options.limits = fuzz_limits();
    const Opened<Kind> second = open(again.bytes(), options);
    fuzz::require(static_cast<bool>(second), "what was baked again opens");
    fuzz::require(baked_tools::bake(second.value).text() == again.text(),
                  "baked again it is the same file");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    baked_tools::File file({reinterpret_cast<const char*>(data), size});
    put_header_right(file);
    BakedOptions options;
    options.limits = fuzz_limits();
    walk_opened(open_baked(file.bytes(), options), &open_baked);
    walk_opened(open_baked_doom3(file.bytes(), options), &open_baked_doom3);
    return 0;
}
