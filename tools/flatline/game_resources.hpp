// game_resources.hpp: what --resources names, for the rules that compare maps with it.
#pragma once

#include "console.hpp"
#include "findings.hpp"
#include "flatline/resources.hpp"
#include "tally.hpp"

namespace flatline::tool {

/// Options for reading resources by the arguments of a run.
ResourcesOptions resources_options(const Arguments& args);

/// All files of --resources. Findings about them are printed and counted.
class GameResources {
public:
    GameResources(Console& console, FindingPrinter& printer);

    /// Null without --resources.
    const Resources* get() const { return given_ ? &resources_ : nullptr; }
    const Tally& tally() const { return tally_; }
    bool wrong_use() const { return wrong_use_; }  ///< said already: a path is missing

private:
    static void report(void* self, std::string_view path, const Finding& finding);
    void add(const std::string& path);
    void add_config(const std::string& path);

    FindingPrinter& printer_;
    const Limits limits_;
    std::string path_;  ///< that is being read
    Resources resources_;
    Tally tally_;
    bool given_;
    bool wrong_use_ = false;
    std::uint64_t found_ = 0;  ///< findings about path_
};

}  // namespace flatline::tool
