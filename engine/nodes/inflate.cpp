#include "nodes/inflate.hpp"

#include <algorithm>
#include <limits>

#include "nodes/zlib_memory.hpp"

#if defined(FLATLINE_LIBDEFLATE)
#include <libdeflate.h>

#include <memory>
#endif

namespace flatline::engine::nodes {
namespace {

// Output memory is charged piece by piece, so a small stream costs little whatever its cap is. The
// pieces grow, so zlib seldom copies its window between them.
constexpr std::uint64_t kFirstPiece = 64u << 10;
// A lump seldom inflates to more: nodes come to some four times their compressed size.
constexpr std::uint64_t kLikelyGrowth = 8;

constexpr std::uint64_t kInflateBytes = 256u << 10;  // zlib 1.2.13 takes 7 and 32 KB, zlib-ng more

// The room for output: address space up to the bound, charged as it is used.
class Output {
public:
    Output(std::uint64_t most, Budget& budget, Reservation& memory) noexcept
        : most_(most), budget_(budget), memory_(memory) {}

    [[nodiscard]] bool reserve(const MemoryHooks& hooks) noexcept {
        return memory_.ensure(hooks, most_);
    }
    // Makes room for `bytes` in all, at most up to the bound.
    [[nodiscard]] bool grow(std::uint64_t bytes) noexcept {
        bytes = std::min(bytes, most_);
        if (!budget_.charge(bytes - room_)) return false;
        room_ = bytes;
        return true;
    }
    unsigned char* data() const noexcept { return memory_.data(); }
    std::uint64_t room() const noexcept { return room_; }
    bool full() const noexcept { return room_ == most_; }

private:
    std::uint64_t most_;
    Budget& budget_;
    Reservation& memory_;
    std::uint64_t room_ = 0;
};

// Runs the stream to its end. `filled` is what it gave. A refusal leaves its fault in `fault`.
Outcome run_zlib(z_stream& stream, Bytes in, Output& out, std::uint64_t& filled,
                 std::uint64_t& taken, Rule& fault) noexcept {
    filled = taken = 0;
    for (;;) {
        if (filled == out.room() && !out.grow(std::max(kFirstPiece, filled * 2))) {
            return Outcome::over_limit;
        }
        const uInt in_bytes = zlib_chunk(in.size() - taken);
        const uInt out_bytes = zlib_chunk(out.room() - filled);
        stream.next_in = in.data() + taken;
        stream.avail_in = in_bytes;
        stream.next_out = out.data() + filled;
        stream.avail_out = out_bytes;
        const int code = ::inflate(&stream, Z_NO_FLUSH);
        const std::uint64_t progress =
            (in_bytes - stream.avail_in) + (out_bytes - stream.avail_out);
        taken += in_bytes - stream.avail_in;
        filled += out_bytes - stream.avail_out;
        if (code == Z_STREAM_END) return Outcome::ok;
        if (code == Z_MEM_ERROR) return Outcome::out_of_memory;
        const bool wants_room = filled == out.room();
        if (code != Z_OK && !(code == Z_BUF_ERROR && wants_room)) return Outcome::refused;
        if (wants_room && out.full()) {
            fault = Rule::nodes_inflate_limit;
            return Outcome::refused;
        }
        // No progress although there is room: the input is used up or damaged, so it never ends.
        if (progress == 0 && !wants_room) return Outcome::refused;
    }
}

void refuse_over_cap(Inflated& result) noexcept {
    result.outcome = Outcome::refused;
    result.fault = Rule::nodes_inflate_limit;
}

Inflated with_zlib(Bytes in, std::uint64_t cap, const MemoryHooks& hooks, Budget& budget,
                   Output& out) noexcept {
    Inflated result;
    ZlibMemory memory(kInflateBytes, hooks, budget);
    z_stream stream{};
    memory.serve(stream);
    if (inflateInit(&stream) != Z_OK) {
        result.outcome = memory.refusal();
        return result;
    }
    std::uint64_t filled = 0;
    std::uint64_t taken = 0;
    result.outcome = run_zlib(stream, in, out, filled, taken, result.fault);
    inflateEnd(&stream);
    if (result.outcome == Outcome::out_of_memory) result.outcome = memory.refusal();
    if (result.outcome == Outcome::ok && filled > cap) refuse_over_cap(result);
    result.bytes = {out.data(), static_cast<std::size_t>(filled)};
    result.trailing = in.size() - taken;
    return result;
}

#if defined(FLATLINE_LIBDEFLATE)
struct FreeDecompressor {
    void operator()(libdeflate_decompressor* d) const noexcept { libdeflate_free_decompressor(d); }
};

// libdeflate needs room for all of the output. Where it was too small it is doubled and the work
// starts again, which is at most twice the work of one run.
Inflated with_libdeflate(Bytes in, std::uint64_t cap, Output& out) noexcept {
    Inflated result;
    const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
        libdeflate_alloc_decompressor());
    if (decompressor == nullptr) {
        result.outcome = Outcome::out_of_memory;
        return result;
    }
    std::uint64_t room = std::max<std::uint64_t>(kFirstPiece, kLikelyGrowth * in.size());
    for (;; room *= 2) {
        if (!out.grow(room)) {
            result.outcome = Outcome::over_limit;
            return result;
        }
        std::size_t taken = 0;
        std::size_t filled = 0;
        const libdeflate_result code =
            libdeflate_zlib_decompress_ex(decompressor.get(), in.data(), in.size(), out.data(),
                                          static_cast<std::size_t>(out.room()), &taken, &filled);
        if (code == LIBDEFLATE_SUCCESS) {
            result.outcome = Outcome::ok;
            if (filled > cap) refuse_over_cap(result);
            result.bytes = {out.data(), filled};
            result.trailing = in.size() - taken;
            return result;
        }
        if (code != LIBDEFLATE_INSUFFICIENT_SPACE) return result;
        if (out.full()) {
            refuse_over_cap(result);
            return result;
        }
    }
}
#endif

}  // namespace

std::string_view inflater_version(Inflater inflater) noexcept {
#if defined(FLATLINE_LIBDEFLATE)
    if (inflater == Inflater::libdeflate) return LIBDEFLATE_VERSION_STRING;
#endif
    (void)inflater;
    return zlibVersion();
}

Inflated inflate(Inflater inflater, Bytes in, std::uint64_t cap, const MemoryHooks& hooks,
                 Budget& budget, Reservation& memory) noexcept {
    // One byte more than the cap tells a longer stream from one that is just as long.
    const std::uint64_t most = std::min(cap + 1, most_inflated(in.size()));
    budget.announce(most);
    Output out(most, budget, memory);
    Inflated failed;
    failed.outcome = Outcome::out_of_memory;
    if (!out.reserve(hooks)) return failed;
    // Memory of a host's hooks may be of any kind, so the system gets no advice about it.
    if (hooks.acquire == nullptr) {
        const std::uint64_t likely = std::min(most, kLikelyGrowth * in.size());
        fill_by_large_pages(out.data(), static_cast<std::size_t>(likely));
    }
#if defined(FLATLINE_LIBDEFLATE)
    if (inflater == Inflater::libdeflate) return with_libdeflate(in, cap, out);
#endif
    (void)inflater;
    return with_zlib(in, cap, hooks, budget, out);
}

}  // namespace flatline::engine::nodes
