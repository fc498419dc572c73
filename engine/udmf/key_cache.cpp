#include "udmf/key_cache.hpp"

#include <algorithm>

#include "text/chars.hpp"

namespace flatline::engine::udmf {

void KeyCache::keep(std::uint8_t kind, const unsigned char* p, const unsigned char* key,
                    const unsigned char* value, const FieldRecord& record) noexcept {
    const std::ptrdiff_t size = value - p;
    // Comments hardly come again.
    if (size > kBytes || !std::all_of(p, key, text::is_blank)) return;
    Entry* const first = entries_ + place(kind, key);
    Entry* const free =
        std::find_if(first, first + kTried, [](const Entry& entry) { return entry.size == 0; });
    Entry entry{};
    std::copy(p, value, entry.text);
    entry.record = record;
    entry.other = size < kBytes ? ~0u << size : 0;
    entry.size = static_cast<std::uint8_t>(size);
    entry.kind = kind;
    *(free != first + kTried ? free : first) = entry;
}

}  // namespace flatline::engine::udmf
