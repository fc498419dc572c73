// counts FILE: prints how much of everything each UDMF map of a file or folder has.
#include <flatline/flatline.hpp>
#include <flatline/physfs.hpp>

#include <cstdio>
#include <utility>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: counts FILE\n");
        return 2;
    }
    auto archive = flatline::physfs::open_path(argv[1]);
    for (auto& finding : archive.findings()) {
        std::fprintf(stderr, "%s: %s\n", finding.path, flatline::sentence(finding).c_str());
    }
    if (!archive) return 1;

    flatline::Loader loader;
    for (auto& entry : archive->maps()) {
        if (entry.format != FLATLINE_FORMAT_UDMF) continue;
        auto map = archive->load(entry.index, loader);
        if (!map) {
            std::fprintf(stderr, "%s: refused, %zu findings\n", entry.name, map.findings().size());
            return 1;
        }
        std::printf("%s: %zu vertices, %zu linedefs, %zu sidedefs, %zu sectors, %zu things\n",
                    entry.name, map->vertices().size(), map->linedefs().size(),
                    map->sidedefs().size(), map->sectors().size(), map->things().size());
        loader.recycle(std::move(*map));
    }
    return 0;
}
