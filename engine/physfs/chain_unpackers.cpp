// What 7z packs its files by: chains of the coders of liblzma.
#include <lzma.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "physfs/unpack_stream.hpp"

namespace flatline::engine::physfs {
namespace {

class LzmaUnpacker final : public StreamUnpacker<lzma_stream> {
public:
    using StreamUnpacker::StreamUnpacker;
    ~LzmaUnpacker() override { lzma_end(&stream_); }

    ChainState start(const lzma_filter* filters) noexcept {
        if (!has_buffer()) return ChainState::no_memory;
        const lzma_ret code = lzma_raw_decoder(&stream_, filters);
        if (code == LZMA_MEM_ERROR) return ChainState::no_memory;
        return code == LZMA_OK ? ChainState::ok : ChainState::damaged;
    }

private:
    bool step() noexcept override { return lzma_code(&stream_, LZMA_RUN) == LZMA_OK; }
};

// ---- The coders of a 7z ------------------------------------------------------------------------

constexpr std::uint64_t kCopy = 0x00;
constexpr std::uint64_t kDelta = 0x03;
constexpr std::uint64_t kLzma2 = 0x21;
constexpr std::uint64_t kLzma = 0x030101;
constexpr std::uint64_t kDeflate = 0x040108;
constexpr std::uint64_t kAes = 0x06F10701;

struct BranchRow {
    std::uint64_t id;
    std::uint64_t old_id;  // of 7-Zip before 9.20
    lzma_vli filter;
};
constexpr BranchRow kBranches[] = {
    {0x04, 0x03030103, LZMA_FILTER_X86},      {0x05, 0x03030205, LZMA_FILTER_POWERPC},
    {0x06, 0x03030401, LZMA_FILTER_IA64},     {0x07, 0x03030501, LZMA_FILTER_ARM},
    {0x08, 0x03030701, LZMA_FILTER_ARMTHUMB}, {0x09, 0x03030805, LZMA_FILTER_SPARC},
    {0x0A, 0x0A, LZMA_FILTER_ARM64},
};

std::uint32_t clamp_dictionary(std::uint64_t dictionary, std::uint64_t size) noexcept {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t useful = std::max<std::uint64_t>(size, LZMA_DICT_SIZE_MIN);
    return static_cast<std::uint32_t>(std::min({dictionary, useful, kMost}));
}

/// The filters of liblzma for a chain, with their options. Not to be copied: it points into itself.
class Filters {
public:
    Filters() noexcept = default;
    Filters(const Filters&) = delete;
    Filters& operator=(const Filters&) = delete;

    const lzma_filter* get() const noexcept { return filters_; }
    /// Adds a coder; `size` is what comes out of the chain.
    ChainState add(const Coder& coder, std::uint64_t size) noexcept {
        if (coder.id == kCopy) return ChainState::ok;
        if (coder.id == kAes) return ChainState::encrypted;
        if (count_ == LZMA_FILTERS_MAX) return ChainState::unknown;
        lzma_filter& filter = filters_[count_];
        ChainState state = ChainState::unknown;
        if (coder.id == kLzma) {
            state = lzma(coder, size, filter);
        } else if (coder.id == kLzma2) {
            state = lzma2(coder, size, filter);
        } else if (coder.id == kDelta) {
            state = delta(coder, filter);
        } else {
            state = branch(coder, filter);
        }
        if (state == ChainState::ok) filters_[++count_] = {LZMA_VLI_UNKNOWN, nullptr};
        return state;
    }

private:
    ChainState lzma(const Coder& coder, std::uint64_t size, lzma_filter& filter) noexcept {
        if (coder.property_count != 5 || coder.properties[0] >= 9 * 5 * 5) {
            return ChainState::damaged;
        }
        const std::uint32_t packed = coder.properties[0];
        lzma_.lc = packed % 9;
        lzma_.lp = packed / 9 % 5;
        lzma_.pb = packed / 45;
        std::uint64_t dictionary = 0;
        for (int i = 4; i >= 1; --i) dictionary = dictionary << 8 | coder.properties[i];
        lzma_.dict_size = clamp_dictionary(dictionary, size);
        // A 7z's stream has no end mark: the branch filters in front of it wait for an end.
        lzma_.ext_flags = LZMA_LZMA1EXT_ALLOW_EOPM;
        lzma_set_ext_size(lzma_, size);
        filter = {LZMA_FILTER_LZMA1EXT, &lzma_};
        return ChainState::ok;
    }
    ChainState lzma2(const Coder& coder, std::uint64_t size, lzma_filter& filter) noexcept {
        if (coder.property_count != 1 || coder.properties[0] > 40) return ChainState::damaged;
        const std::uint32_t bits = coder.properties[0];
        lzma_.dict_size = clamp_dictionary(std::uint64_t{2 | (bits & 1)} << (bits / 2 + 11), size);
        filter = {LZMA_FILTER_LZMA2, &lzma_};
        return ChainState::ok;
    }
    ChainState delta(const Coder& coder, lzma_filter& filter) noexcept {
        if (coder.property_count != 1) return ChainState::damaged;
        delta_.type = LZMA_DELTA_TYPE_BYTE;
        delta_.dist = coder.properties[0] + 1u;
        filter = {LZMA_FILTER_DELTA, &delta_};
        return ChainState::ok;
    }
    static ChainState branch(const Coder& coder, lzma_filter& filter) noexcept {
        for (const BranchRow& row : kBranches) {
            if (coder.id != row.id && coder.id != row.old_id) continue;
            if (coder.property_count != 0) return ChainState::unknown;
            filter = {row.filter, nullptr};
            return ChainState::ok;
        }
        return ChainState::unknown;
    }

    lzma_options_lzma lzma_ = {};
    lzma_options_delta delta_ = {};
    lzma_filter filters_[LZMA_FILTERS_MAX + 1] = {{LZMA_VLI_UNKNOWN, nullptr}};
    std::size_t count_ = 0;
};

Chain failed(ChainState state, std::uint64_t detail = 0) noexcept {
    Chain chain;
    chain.state = state;
    chain.detail = detail;
    return chain;
}

Chain opened(std::unique_ptr<Unpacker> unpacker) noexcept {
    Chain chain;
    if (unpacker == nullptr) chain.state = ChainState::no_memory;
    chain.unpacker = std::move(unpacker);
    return chain;
}

}  // namespace

Chain unpack_chain(File& file, std::uint64_t place, std::uint64_t packed, View<Coder> coders,
                   std::uint64_t size, std::uint64_t most_memory) noexcept {
    if (coders.size() == 1 && coders[0].id == kCopy) {
        return opened(unpack_stored(file, place, packed));
    }
    if (coders.size() == 1 && coders[0].id == kDeflate) {
        return opened(unpack_deflated(file, place, packed));
    }
    Filters filters;
    for (const Coder& coder : coders) {
        const ChainState state = filters.add(coder, size);
        if (state != ChainState::ok) return failed(state, coder.id);
    }
    const std::uint64_t memory = lzma_raw_decoder_memusage(filters.get());
    if (memory == UINT64_MAX) return failed(ChainState::damaged);
    if (memory > most_memory) return failed(ChainState::over_limit, memory);
    std::unique_ptr<LzmaUnpacker> unpacker(new (std::nothrow)
                                               LzmaUnpacker(PackedInput(file, place, packed)));
    if (unpacker == nullptr) return failed(ChainState::no_memory);
    const ChainState state = unpacker->start(filters.get());
    if (state != ChainState::ok) return failed(state);
    return opened(std::move(unpacker));
}

std::string_view lzma_version() noexcept { return lzma_version_string(); }

}  // namespace flatline::engine::physfs
