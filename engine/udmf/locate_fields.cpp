#include "udmf/locate_fields.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "text/scan.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

bool before(const PlaceRequest& a, const PlaceRequest& b) noexcept {
    return a.element != b.element ? a.element < b.element : a.index < b.index;
}

// The requests of one kind of element, in order of index.
struct Queue {
    PlaceRequest* next = nullptr;
    PlaceRequest* end = nullptr;
    std::uint32_t index = 0;  // of the next block of this kind

    // The requests about the block that opens now.
    PlaceRequest* open() noexcept {
        const std::uint32_t at = index++;
        PlaceRequest* first = next;
        while (next != end && next->index == at) ++next;
        return first;
    }
};

}  // namespace

void locate_fields(Bytes text, Dialect dialect, bool v0_99, PlaceRequest* requests,
                   std::size_t count) noexcept {
    std::sort(requests, requests + count, before);
    Queue queues[kBlockKinds];
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (requests[i].element >= kBlockKinds) continue;
        Queue& queue = queues[requests[i].element];
        if (queue.next == nullptr) queue.next = requests + i;
        queue.end = requests + i + 1;
        ++left;
    }
    const FieldTable table(dialect, v0_99);
    const text::Body body = text::body_of(text.data(), text.size());
    const auto tell = [&](PlaceRequest& request, const Byte* from, const Byte* to) {
        request.offset = static_cast<std::uint64_t>(from - text.data());
        request.length = static_cast<std::uint32_t>(to - from);
    };
    std::uint8_t block = FLATLINE_BLOCK;
    PlaceRequest* first = nullptr;  // requests about the open block
    PlaceRequest* last = nullptr;
    StatementWalk walk(body.begin, body.end);
    for (bool outside = true; left > 0 || !outside;) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) return;
        if (found.kind == StatementKind::close) outside = found.depth <= 1;
        if (found.kind == StatementKind::open) {
            outside = false;
            if (found.depth != 0 || found.key == nullptr) continue;
            block = block_kind(found.key, found.key_size());
            first = last = nullptr;
            if (block >= kBlockKinds) continue;
            first = queues[block].open();
            last = queues[block].next;
            left -= static_cast<std::size_t>(last - first);
            for (PlaceRequest* r = first; r != last; ++r) tell(*r, found.key, found.key_end);
        }
        if (found.kind != StatementKind::assignment) continue;
        bool escaped = false;
        const Byte* const behind = walk.pass_value(&escaped);
        if (behind == nullptr) return;
        if (found.depth != 1 || first == last) continue;
        const FieldRecord* record = find_field(table, block, found.key, found.key_size(), body.end);
        for (PlaceRequest* r = first; record != nullptr && r != last; ++r) {
            if (r->field == record->field) tell(*r, found.at, behind);
        }
    }
}

void locate_findings(Bytes text, Dialect dialect, bool v0_99, View<Finding> findings,
                     std::uint64_t* places, std::uint32_t* lengths) noexcept {
    const std::unique_ptr<PlaceRequest[]> requests(new (std::nothrow)
                                                       PlaceRequest[findings.size()]);
    std::size_t count = 0;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& f = findings[i];
        places[i] = f.offset;
        if (lengths != nullptr) lengths[i] = f.length;
        const bool wanted = f.offset == FLATLINE_NO_OFFSET && f.element < kBlockKinds;
        if (!wanted || requests == nullptr) continue;
        PlaceRequest& request = requests[count++];
        request.index = f.index;
        request.owner = i;
        request.field = f.field;
        request.element = f.element;
    }
    if (count == 0) return;
    locate_fields(text, dialect, v0_99, requests.get(), count);
    for (std::size_t i = 0; i < count; ++i) {
        places[requests[i].owner] = requests[i].offset;
        if (lengths != nullptr) lengths[requests[i].owner] = requests[i].length;
    }
}

}  // namespace flatline::engine::udmf
