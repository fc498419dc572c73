#include "table/parquet_values.hpp"

#include <algorithm>

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kGroup = 8;  // packed numbers come in groups

void append_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

template <class Number>
void append_run(std::string& out, Number value, std::size_t count, unsigned bits) {
    append_varint(out, std::uint64_t{count} << 1);
    auto rest = static_cast<std::uint32_t>(value);
    for (unsigned i = 0; i < bits; i += 8, rest >>= 8) out += static_cast<char>(rest);
}

template <class Number>
void append_packed(std::string& out, const Number* values, std::size_t count, unsigned bits) {
    if (count == 0) return;
    const std::size_t groups = (count + kGroup - 1) / kGroup;
    append_varint(out, std::uint64_t{groups} << 1 | 1);
    append_bits(out, values, count, bits);
    const std::size_t whole = groups * bits;  // a group of 8 takes as many bytes as a number bits
    const std::size_t written = (count * bits + 7) / 8;
    out.append(whole - written, '\0');
}

template <class Number>
std::uint64_t hash_of(Number value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits * 0x9E3779B97F4A7C15u;
}
template <class Number>
bool is_same(Number a, Number b) {
    return std::memcmp(&a, &b, sizeof a) == 0;  // 0 and -0 are two
}

}  // namespace

unsigned bits_below(std::size_t count) {
    return count <= 2 ? 1u : static_cast<unsigned>(std::bit_width(count - 1));
}

template <class Number>
void append_bits(std::string& out, const Number* values, std::size_t count, unsigned bits) {
    std::uint64_t held = 0;
    unsigned used = 0;
    const std::size_t begin = out.size();
    out.resize(begin + (count * bits + 7) / 8);
    char* to = out.data() + begin;
    for (std::size_t i = 0; i < count; ++i) {
        held |= static_cast<std::uint64_t>(values[i]) << used;
        for (used += bits; used >= 8; used -= 8, held >>= 8) *to++ = static_cast<char>(held);
    }
    if (used != 0) *to = static_cast<char>(held);
}

template <class Number>
void append_hybrid(std::string& out, const Number* values, std::size_t count, unsigned bits) {
    std::size_t packed = 0;  // the first that is not written
    for (std::size_t at = 0; at < count;) {
        std::size_t end = at + 1;
        while (end < count && values[end] == values[at]) ++end;
        // What is packed before a run fills its groups with the first of the run.
        const std::size_t fill = (kGroup - (at - packed) % kGroup) % kGroup;
        if (end - at >= fill + kGroup) {
            at += fill;
            append_packed(out, values + packed, at - packed, bits);
            append_run(out, values[at], end - at, bits);
            packed = end;
        }
        at = end;
    }
    append_packed(out, values + packed, count - packed, bits);
}

template <class Number>
bool NumberDictionary<Number>::make(const std::vector<Number>& list) {
    constexpr std::size_t kMostValues = 4096;
    constexpr std::size_t kSlots = 2 * kMostValues;
    constexpr std::uint32_t kEmpty = UINT32_MAX;
    // Of a column of different values this is soon clear.
    const std::size_t most = std::min(kMostValues, list.size() / 4);
    std::vector<std::uint32_t> slots(kSlots, kEmpty);
    codes.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i != 0 && is_same(list[i], list[i - 1])) {
            codes[i] = codes[i - 1];
            continue;
        }
        std::size_t slot = hash_of(list[i]) >> 32 & (kSlots - 1);
        while (slots[slot] != kEmpty && !is_same(values[slots[slot]], list[i])) {
            slot = (slot + 1) & (kSlots - 1);
        }
        if (slots[slot] == kEmpty) {
            if (values.size() >= most) return false;
            slots[slot] = static_cast<std::uint32_t>(values.size());
            values.push_back(list[i]);
        }
        codes[i] = slots[slot];
    }
    return !list.empty();
}

template void append_bits(std::string&, const std::uint8_t*, std::size_t, unsigned);
template void append_hybrid(std::string&, const std::uint8_t*, std::size_t, unsigned);
template void append_hybrid(std::string&, const std::uint32_t*, std::size_t, unsigned);
template struct NumberDictionary<std::int32_t>;
template struct NumberDictionary<std::int64_t>;
template struct NumberDictionary<double>;

}  // namespace flatline::engine::tool
