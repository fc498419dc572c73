// report/earlier.hpp: recognises files that an earlier run of check wrote.
#pragma once

#include <string>

#include "args.hpp"
#include "new_file.hpp"

namespace flatline::engine::tool {

/// How a report of this format begins. JSON, SARIF and JUnit have words of their own in front. Of
/// text and of commands of GitHub the first line has a form of theirs, and the last one, and no
/// other, is a summary.
IsEarlier earlier_of(ReportFormat format);
bool is_earlier_baseline(const std::string& path);

}  // namespace flatline::engine::tool
