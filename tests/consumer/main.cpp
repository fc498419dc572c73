// counts FILE: prints how much of everything each UDMF map of a file or folder has.
#include <cstdio>
#include <utility>

#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "model/load.hpp"
#include "physfs/open.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: counts FILE\n");
        return 2;
    }
    const flatline::engine::LoadOptions options;
    const flatline::engine::physfs::OpenResult opened =
        flatline::engine::physfs::open_path(argv[1], options.limits);
    if (opened.error != flatline::engine::physfs::OpenError::ok) {
        std::fprintf(stderr, "cannot open %s\n", argv[1]);
        return 1;
    }

    flatline::engine::Loader loader;
    for (std::size_t i = 0; i < opened.archive->maps().size(); ++i) {
        const flatline::engine::MapEntry& entry = opened.archive->maps()[i];
        if (entry.format != flatline::engine::MapFormat::udmf) {
            continue;
        }
        flatline::engine::LoadResult<flatline::engine::Map> result =
            load_map(*opened.archive, i, loader, options);
        if (!result) {
            std::fprintf(stderr, "%s: refused, %zu findings\n", entry.name.c_str(),
                         result.findings.kept().size());
            return 1;
        }
        std::printf("%s: %zu vertices, %zu linedefs, %zu sidedefs, %zu sectors, %zu things\n",
                    entry.name.c_str(), result.value.vertices().size(),
                    result.value.linedefs().size(), result.value.sidedefs().size(),
                    result.value.sectors().size(), result.value.things().size());
        loader.recycle(std::move(result.value));
    }
    return 0;
}
