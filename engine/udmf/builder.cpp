// The parts of the builder that need not be fast: strings, unknown fields.
#include "udmf/builder.hpp"

#include "text/chars.hpp"

namespace flatline::engine::udmf {

bool Builder::begin(const MemoryHooks& hooks, Budget& budget, bool keep_names) noexcept {
    RawMap& raw = *raw_;
    raw.map_namespace = {0, 0};
    raw.own_namespace = {0, 0};
    std::memset(last_block_, 0, sizeof last_block_);
    names_.begin(&raw.names, source_.text, &raw.decoded, hooks, &budget);
    if (keep_names) names_.keep_table();
    unsigned char* dash = raw.decoded.push();
    if (dash == nullptr) return false;
    *dash = '-';
    return name({static_cast<std::uint32_t>(source_.text.size()), 1}) != text::NamePool::kNone;
}

Builder::BlockLimit Builder::block_limit(std::uint8_t kind) noexcept {
    return of_kind(kind, [](const auto& array, const auto&, std::uint64_t limit) {
        return BlockLimit{array.size(), limit};
    });
}

bool Builder::store(OpenBlock& open, const FieldRecord& record, flatline_text text) noexcept {
    if (record.store == Store::name) {
        const std::uint32_t id = name(text);
        return id != text::NamePool::kNone && store_name(open, record, id);
    }
    return column(open, record.field, text,
                  record.store == Store::column_ids ? FLATLINE_IDS : FLATLINE_STRING);
}

bool Builder::store_default(OpenBlock& open, const FieldRecord& record) noexcept {
    if (record.seen == 0) return column(open, record.field, SideValue{}, kUnset);
    of_kind(open.kind, [&](const auto&, const auto& defaults, std::uint64_t) {
        const auto* from = reinterpret_cast<const unsigned char*>(&defaults) + record.offset;
        switch (record.store) {
            case Store::flag:
            case Store::not_flag: {
                std::uint32_t plain;
                std::memcpy(&plain, from, sizeof plain);
                put_flags(open, record.offset, plain & record.mask, record.mask, record.seen);
                return;
            }
            case Store::real:
            case Store::whole:
                std::memcpy(open.entity + record.offset, from, sizeof(double));
                break;
            default:
                std::memcpy(open.entity + record.offset, from, sizeof(std::int32_t));
                break;
        }
        open.seen |= record.seen;
    });
    return true;
}

bool Builder::forget(OpenBlock& open, const FieldRecord& record) noexcept {
    std::uint32_t& last = last_block_[record.field];
    const bool member = record.seen != 0;
    const bool given = member ? is_given(open, record) : last == open.serial;
    open.seen &= ~record.seen;
    if (given) open.bad &= ~record.seen;
    if (given && !member) last = 0;  // serials count from 1
    return given;
}

bool Builder::columns(std::uint32_t serial, std::uint32_t index, std::uint8_t kind,
                      const ColumnBoolean* booleans, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        if (last_block_[booleans[i].field] == serial) return false;
    }
    SideValue* kept = raw_->values.push(count);
    if (kept == nullptr) return false;
    for (std::size_t i = 0; i < count; ++i) {
        const FieldId field = booleans[i].field;
        kept[i] = side_value(index, kind, field, boolean_value(booleans[i].on), FLATLINE_BOOLEAN);
        last_block_[field] = serial;
    }
    return true;
}

bool Builder::decode(const Byte* p, const Byte* end, std::uint64_t size,
                     flatline_text& out) noexcept {
    const std::size_t at = raw_->decoded.size();
    unsigned char* to = raw_->decoded.push(static_cast<std::size_t>(size));
    if (to == nullptr) return false;
    for (; p < end; ++p) *to++ = *p == '\\' ? text::unescaped(*++p) : *p;
    out = {static_cast<std::uint32_t>(source_.text.size() + at), static_cast<std::uint32_t>(size)};
    return true;
}

bool Builder::keep_namespace(std::string_view name) noexcept {
    const std::size_t at = raw_->decoded.size();
    unsigned char* copy = raw_->decoded.push(name.size());
    if (copy == nullptr) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        copy[i] = text::to_lower(static_cast<unsigned char>(name[i]));
    }
    raw_->map_namespace = {static_cast<std::uint32_t>(source_.text.size() + at),
                           static_cast<std::uint32_t>(name.size())};
    return true;
}

bool Builder::keep_unknown(std::uint32_t index, std::uint8_t element, const Byte* key,
                           const Byte* key_end, const flatline_unknown& value) noexcept {
    if (unknowns_are_full()) return false;
    flatline_unknown* kept = raw_->unknowns.push();
    if (kept == nullptr) return false;
    kept->name = source_.span(key, key_end);
    kept->value = value.value;
    kept->index = index;
    kept->element = element;
    kept->kind = value.kind;
    kept->depth = value.depth;
    return true;
}

}  // namespace flatline::engine::udmf
