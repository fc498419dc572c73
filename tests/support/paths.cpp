#include "support/paths.hpp"

namespace paths {

std::string source() { return FLATLINE_SOURCE_DIR; }
std::string shared() { return FLATLINE_SHARED_DIR; }
std::string corpus() { return shared() + "/corpus"; }
std::string tool() { return FLATLINE_TOOL_PATH; }

}  // namespace paths
