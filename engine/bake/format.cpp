#include "bake/format.hpp"

#include <cstring>

#include "bake/hash.hpp"
#include "flatline/version.h"
#include "model/fields.hpp"
#include "model/findings.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::bake {
namespace {

void add_text(Hash& hash, std::string_view text) noexcept {
    hash.add_value(static_cast<std::uint32_t>(text.size()));
    hash.add(text.data(), text.size());
}

template <class Arrays>
void add_rows(Hash& hash) noexcept {
    hash.add_value(std::uint64_t{sizeof(Arrays)});
    for (const auto& row : BakedRows<Arrays>::kArrays) {
        add_text(hash, row.name);
        hash.add_value(std::uint64_t{row.element});
    }
    for (const ScalarRow& row : BakedRows<Arrays>::kScalars) {
        hash.add_value(std::uint64_t{row.begin});
        hash.add_value(std::uint64_t{row.end});
    }
}

}  // namespace

std::uint64_t tables_hash() noexcept {
    Hash hash;
    hash.add_value(std::uint64_t{sizeof(void*)});
    add_rows<flatline_arrays>(hash);
    add_rows<flatline_doom3_arrays>(hash);
    add_rows<flatline_runtime>(hash);
    hash.add_value(std::uint64_t{sizeof(Finding)});
    for (const RuleRow& row : rule_rows()) add_text(hash, row.id);
    for (std::size_t field = 0; field < udmf::field_count(); ++field) {
        const auto id = static_cast<FieldId>(field);
        add_text(hash, field_name(id));
        hash.add_value(field_block(id));
    }
    return hash.bits64();
}

bool OpenFile::open(Bytes file, Kind kind, std::size_t count, const BakeKey* key) noexcept {
    FileHeader header;
    if (file.size() < first_section_at(count) || !can_bake()) return false;
    std::memcpy(&header, file.data(), sizeof header);
    const bool ours =
        std::memcmp(header.magic, kMagic, sizeof kMagic) == 0 && header.byte_order == kByteOrder &&
        header.version == kFormatVersion &&
        std::strncmp(header.engine, FLATLINE_VERSION_STRING, sizeof header.engine) == 0 &&
        header.size == file.size() && header.kind == static_cast<std::uint32_t>(kind) &&
        header.section_count == count;
    if (!ours || (key != nullptr && std::memcmp(header.key, key->bytes, sizeof header.key) != 0)) {
        return false;
    }
    if (header.checksum != hash64({file.data() + kSummedFrom, file.size() - kSummedFrom}) ||
        header.tables != tables_hash()) {
        return false;
    }
    file_ = file;
    std::memcpy(entries_, file.data() + sizeof header, count * sizeof(SectionEntry));
    std::uint64_t at = first_section_at(count);
    for (std::size_t i = 0; i < count; ++i) {
        const SectionEntry& entry = entries_[i];
        if (entry.offset != at || entry.present > 1 || entry.bytes > file.size() ||
            (entry.present == 0 && entry.bytes != 0)) {
            return false;
        }
        at = aligned(at + entry.bytes);
        if (at > aligned(file.size())) return false;
    }
    return at == file.size();
}

}  // namespace flatline::engine::bake
