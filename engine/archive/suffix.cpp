#include "archive/suffix.hpp"

#include "archive/names.hpp"
#include "archive/sniff.hpp"

namespace flatline::engine::archive {

using std::string_view;

Suffix suffix_kind(string_view path) noexcept {
    struct Row {
        string_view suffix;
        Suffix kind;
    };
    static constexpr Row kRows[] = {
        {"", Suffix::none},        {".wad", Suffix::wad},     {".pk3", Suffix::archive},
        {".pk4", Suffix::archive}, {".pk7", Suffix::archive}, {".zip", Suffix::archive},
        {".7z", Suffix::archive},  {".udmf", Suffix::text},   {".textmap", Suffix::text},
        {".map", Suffix::map},     {".txt", Suffix::note},
    };
    for (const Row& row : kRows) {
        if (same_name(suffix(path), row.suffix)) return row.kind;
    }
    return Suffix::other;
}

bool in_maps(string_view path) noexcept {
    const std::size_t slash = path.find('/');
    return slash != string_view::npos && slash == path.rfind('/') &&
           same_name(path.substr(0, slash), "maps");
}

bool may_hold_map(string_view path) noexcept {
    switch (suffix_kind(path)) {
        case Suffix::wad:
        case Suffix::text:
        case Suffix::map:
            return true;
        case Suffix::none:  // SRB2 takes WADs without a suffix out of maps/
            return in_maps(path);
        case Suffix::archive:
        case Suffix::note:
        case Suffix::other:
            return false;
    }
    return false;
}

bool may_hold_map(string_view path, Bytes head) noexcept {
    const Suffix suffix = suffix_kind(path);
    const bool must_be_wad = suffix == Suffix::wad || suffix == Suffix::none;
    return may_hold_map(path) && (!must_be_wad || sniff(head, true).kind == FileKind::wad);
}

}  // namespace flatline::engine::archive
