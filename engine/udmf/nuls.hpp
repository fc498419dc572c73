// NUL bytes in a text: only comments may hold any.
#pragma once

#include "udmf/report.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

/// Reports the first NUL of each comment that has any (portability-nul). False if one stands
/// elsewhere: then a finding refuses the text, as syntax-nul or, where the text is in UTF-16, as
/// syntax-utf-16. Linear; for texts that hold a NUL before their trailing ones.
bool report_nuls(const Source& source, Report& report) noexcept;

}  // namespace flatline::engine::udmf
