// Makes the changes of a plan: in a text only the bytes that they are about, in binary lumps the
// records.
#pragma once

#include "base/list.hpp"
#include "binary/records.hpp"
#include "fix/plan.hpp"
#include "model/buffer.hpp"
#include "model/view.hpp"

namespace flatline::engine::mend {

/// Writes the changed text to `out`. Edits that would overlap others are left out, and the rows of
/// those go to `dropped`. False where memory is out. Precondition: the plan is settled, `text` is
/// that of its map.
[[nodiscard]] bool apply_to_text(const Plan& plan, Bytes text, List<unsigned char>& out,
                                 List<std::uint32_t>& dropped) noexcept;

/// Writes the records of a kind of element; `lump` is what they are now. The same preconditions.
[[nodiscard]] bool apply_to_records(const Plan& plan, std::uint8_t kind, bool hexen, Bytes lump,
                                    List<unsigned char>& out) noexcept;
/// Whether that changes anything.
bool changes_records(const Plan& plan, std::uint8_t kind) noexcept;

}  // namespace flatline::engine::mend
