// counts FILE: prints how much of everything each UDMF map of a file or folder has.
#include <cstdio>
#include <utility>

#include "flatline/archive.hpp"
#include "flatline/archive_map.hpp"
#include "flatline/load.hpp"
#include "flatline/physfs.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: counts FILE\n");
        return 2;
    }
    const flatline::LoadOptions options;
    const flatline::physfs::OpenResult opened =
        flatline::physfs::open_path(argv[1], options.limits);
    if (opened.error != flatline::physfs::OpenError::ok) {
        std::fprintf(stderr, "cannot open %s\n", argv[1]);
        return 1;
    }

    flatline::Loader loader;
    for (std::size_t i = 0; i < opened.archive->maps().size(); ++i) {
        const flatline::MapEntry& entry = opened.archive->maps()[i];
        if (entry.format != flatline::MapFormat::udmf) {
            continue;
        }
        flatline::LoadResult<flatline::Map> result = load_map(*opened.archive, i, loader, options);
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
