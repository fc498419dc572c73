// matrix.hpp: the verdicts of many maps as a table of text: a row a map, a column a port.
#pragma once

#include <string>
#include <vector>

#include "output.hpp"
#include "report/model.hpp"
#include "text.hpp"

namespace flatline::engine::tool {

class VerdictMatrix {
public:
    /// Maps without verdicts have no row.
    void add(const MapReport& map);
    /// Nothing where there is no row.
    void print(Output& out, const Style& style) const;

private:
    std::vector<std::vector<std::string>> rows_;  ///< the name of the map, then its cells
    std::vector<std::string> head_;
};

}  // namespace flatline::engine::tool
