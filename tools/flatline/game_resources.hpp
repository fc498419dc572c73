// game_resources.hpp: loads the files of --resources, for the rules that need them.
#pragma once

#include <string>
#include <vector>

#include "console.hpp"
#include "document.hpp"
#include "model/resources.hpp"
#include "report/fingerprint.hpp"
#include "report/model.hpp"

namespace flatline::engine::tool {

/// True for a path of --resources that names an editor's configuration.
bool is_config(const std::string& path);

/// Options for reading resources by the arguments of a run.
ResourcesOptions resources_options(const Arguments& args);

/// What the archive of a document holds, because the textures of a mod stand beside its maps, with
/// `game` after it. Without `game` it is not read.
Resources resources_of(Document& document, const Arguments& args, const Resources* game);

/// All files of --resources, and a report for each about which there is a finding.
class GameResources {
public:
    explicit GameResources(Console& console);

    /// Null without --resources.
    const Resources* get() const { return given_ ? &resources_ : nullptr; }
    std::vector<FileReport>& reports() { return reports_; }
    bool wrong_use() const { return wrong_use_; }  ///< said already: a path is missing

private:
    static void report(void* self, std::string_view path, const Finding& finding);
    void add(const std::string& path);
    void add_config(const std::string& path);

    const Limits limits_;
    std::string path_;  ///< that is being read
    Resources resources_;
    std::vector<FileReport> reports_;
    Fingerprinter fingerprints_{""};  ///< of findings about path_
    bool given_;
    bool wrong_use_ = false;
    std::uint64_t found_ = 0;       ///< findings about path_
    std::uint64_t kept_notes_ = 0;  ///< of those
    std::uint64_t kept_lines_ = 0;  ///< the same, warnings and errors
};

}  // namespace flatline::engine::tool
