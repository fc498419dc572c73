// The C functions of flatline.h about files that are not in maps.
#include <cstdint>
#include <memory>
#include <new>

#include "api/handle.hpp"
#include "model/archive.hpp"
#include "model/findings.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_file final : Handle {
    std::unique_ptr<File> own;  // null if the file is the archive's
    File* file = nullptr;
};

namespace {

Source* source_of(flatline_archive* archive) noexcept {
    return archive != nullptr ? archive->value.source() : nullptr;
}

}  // namespace

int flatline_archive_packed(flatline_archive* archive) {
    const Source* source = source_of(archive);
    return source != nullptr && source->packed();
}

flatline_status flatline_archive_list(flatline_archive* archive, uint64_t limit,
                                      int (*visit)(void* context, const char* path, uint64_t size),
                                      void* context) {
    Source* source = source_of(archive);
    if (source == nullptr || visit == nullptr) return FLATLINE_BAD_ARGUMENT;
    Source::Entries entries;
    if (!source->list(limit, entries)) return FLATLINE_REFUSED;
    if (entries.out_of_memory()) return FLATLINE_OUT_OF_MEMORY;
    for (const Source::Entry& entry : entries.view()) {
        if (visit(context, entry.path.c_str(), entry.size) == 0) break;
    }
    return FLATLINE_OK;
}

flatline_status flatline_archive_open(flatline_archive* archive, const char* path,
                                      flatline_file** file, flatline_finding* problem) {
    if (!start(file)) return FLATLINE_BAD_ARGUMENT;
    Source* source = source_of(archive);
    File* whole = archive != nullptr ? archive->value.file() : nullptr;
    if (path != nullptr ? source == nullptr : whole == nullptr) return FLATLINE_BAD_ARGUMENT;
    auto* made = new (std::nothrow) flatline_file;
    Finding why = make_finding(Rule::out_of_memory);
    if (made != nullptr) {
        if (path != nullptr) made->own = source->open(path);
        made->file = path != nullptr ? made->own.get() : whole;
        if (made->file != nullptr) {
            *file = made;
            return FLATLINE_OK;
        }
        delete made;
        why = source->reason(path);
    }
    if (problem != nullptr) *problem = why;
    return status_of(why);
}

uint64_t flatline_file_size(const flatline_file* file) {
    return file != nullptr ? file->file->size() : 0;
}

uint64_t flatline_file_read_at(flatline_file* file, uint64_t offset, void* out, uint64_t size) {
    if (file == nullptr || out == nullptr) return 0;
    return file->file->read_at(offset, out, size);
}

int flatline_archive_is_damaged(flatline_archive* archive, const char* path) {
    const Source* source = source_of(archive);
    return source != nullptr && path != nullptr && source->is_damaged(path);
}
