#include "binary/flags.hpp"

namespace flatline::engine::binary {

BooleanTarget find_boolean(const udmf::FieldTable& fields, std::uint8_t block,
                           std::string_view name) noexcept {
    BooleanTarget target;
    target.name = name;
    const udmf::FieldRecord* record = fields.find(block, udmf::make_key(name));
    if (record == nullptr) return target;
    if (record->store == udmf::Store::flag) target.mask = record->mask;
    if (record->store == udmf::Store::column_boolean) target.field = record->field;
    return target;
}

Flags::Flags(const FlagTable& table, std::uint16_t elsewhere, const udmf::FieldTable& fields,
             std::uint8_t block) noexcept
    : table_(table), elsewhere_(elsewhere) {
    static_assert(all_fit());
    std::uint32_t always = 0;
    for (const std::string_view name : table.always) {
        always |= find_boolean(fields, block, name).mask;
    }
    for (std::uint32_t& bits : standard_[0]) bits = always;
    for (const FlagRow& row : table.rows) {
        known_ = static_cast<std::uint16_t>(known_ | row.bit);
        const BooleanTarget target = find_boolean(fields, block, row.field);
        if (!target.is_standard()) {
            more_ = static_cast<std::uint16_t>(more_ | row.bit | row.toggle);
            rows_[count_] = &row;
            targets_[count_++] = target;
            continue;
        }
        // A standard flag depends on one bit alone, so one of the two tables has it.
        const std::size_t half = row.bit > 0xFF ? 1 : 0;
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const auto flags = static_cast<std::uint16_t>(half != 0 ? byte << 8 : byte);
            if (is_on(row, flags)) standard_[half][byte] |= target.mask;
        }
    }
    const std::uint16_t nowhere = static_cast<std::uint16_t>(~(known_ | elsewhere));
    more_ = static_cast<std::uint16_t>(more_ | nowhere | table.escape);
}

}  // namespace flatline::engine::binary
