// A text as the chosen paths read it, before resolve and columns: all that the reader leaves, and
// which path read how much. For tests that hold the paths against each other.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "model/load.hpp"
#include "support/load_text.hpp"
#include "udmf/reader.hpp"

namespace raw_read {

using flatline::engine::udmf::ReadPaths;

/// A host's memory, for which a text is counted before it is read. It is cleared, as the system's
/// is, because stories are told byte by byte and structs have gaps.
inline flatline::engine::MemoryHooks host_memory() {
    return {[](void*, std::size_t bytes) {
                const std::size_t whole = (bytes + 63) / 64 * 64;
                void* memory = std::aligned_alloc(64, whole);
                return memory != nullptr ? std::memset(memory, 0, whole) : nullptr;
            },
            [](void*, void* memory, std::size_t) { std::free(memory); }, nullptr};
}

/// Which runs are known before the first byte.
enum class Known { none, of_texts_before };

class Read {
public:
    Read(std::string_view text, const flatline::engine::LoadOptions& options, ReadPaths paths,
         flatline::engine::Kernel kernel = flatline::engine::Kernel::automatic,
         const flatline::engine::MemoryHooks& hooks = {}, Known known = Known::none)
        : limits_(options.limits), hooks_(hooks), budget_(options.limits.arena_bytes) {
        findings_ = flatline::engine::FindingList(limits_.findings, limits_.finding_lines);
        read_.limits = &limits_;
        read_.namespace_override = options.namespace_override;
        read_.grammar = options.grammar;
        read_.repair = options.repair;
        read_.kernel = kernel;
        read_.paths = paths;
        // Kept, as a Loader does: a new one for each text would take longer than the reading.
        static const auto forgets = std::make_unique<flatline::engine::udmf::ReadWorkspace>();
        static const auto keeps = std::make_unique<flatline::engine::udmf::ReadWorkspace>();
        forgets->runs.clear();
        const auto& workspace = known == Known::none ? forgets : keeps;
        flatline::engine::udmf::TextmapReader reader(*workspace, hooks_, budget_, findings_, read_);
        outcome_ = reader.read(load_text::bytes(text), memory_, raw_);
        gave_up_ = reader.gave_up();
        statements_ = workspace->statements;
        followed_ = workspace->runs.followed();
        story_ = tell();
    }

    flatline::engine::Outcome outcome() const { return outcome_; }
    const flatline::engine::FindingList& findings() const { return findings_; }
    std::uint64_t slow() const { return statements_.slow; }
    std::uint64_t fast() const { return statements_.fast; }
    /// About: runs that were forgotten on the way are not in it.
    std::uint64_t followed() const { return followed_; }
    bool gave_up() const { return gave_up_; }

    /// All of it but which path it came from, to compare two by. What a refused text left in
    /// the arrays is not in it.
    const std::string& story() const { return story_; }

private:
    std::string tell() const {
        std::string all = std::to_string(static_cast<int>(outcome_)) + " " +
                          std::to_string(findings_.total()) + " " +
                          std::to_string(findings_.errors()) + "\n";
        for (const flatline::engine::Finding& finding : findings_.kept()) add(all, &finding, 1);
        if (outcome_ != flatline::engine::Outcome::ok) return all;
        all += std::to_string(budget_.used()) + " " +
               std::to_string(static_cast<int>(raw_.dialect)) + (raw_.v0_99 ? " 0.99 " : " 1.1 ");
        add(all, &raw_.map_namespace, 1);
        add(all, raw_.vertices.data(), raw_.vertices.size());
        add(all, raw_.linedefs.data(), raw_.linedefs.size());
        add(all, raw_.sidedefs.data(), raw_.sidedefs.size());
        add(all, raw_.sectors.data(), raw_.sectors.size());
        add(all, raw_.things.data(), raw_.things.size());
        add(all, raw_.names.data(), raw_.names.size());
        add(all, raw_.unknowns.data(), raw_.unknowns.size());
        add(all, raw_.decoded.data(), raw_.decoded.size());
        for (std::size_t i = 0; i < raw_.values.size(); ++i) all += value(raw_.values[i]);
        return all;
    }
    template <class T>
    static void add(std::string& all, const T* from, std::size_t count) {
        all += std::to_string(count) + ":";
        if (count != 0) all.append(reinterpret_cast<const char*>(from), count * sizeof(T));
    }
    // Member by member: an integer fills half of what holds it.
    static std::string value(const flatline::engine::udmf::SideValue& value) {
        std::string all = std::to_string(value.element) + " " + std::to_string(value.field) + " " +
                          std::to_string(value.block) + " " + std::to_string(value.kind) + " ";
        switch (value.kind) {
            case FLATLINE_INTEGER:
            case FLATLINE_BOOLEAN:
                add(all, &value.integer, 1);
                break;
            case FLATLINE_REAL:
                add(all, &value.real, 1);
                break;
            case flatline::engine::udmf::kUnset:
                break;
            default:
                add(all, &value.text, 1);
        }
        return all + "\n";
    }

    flatline::engine::Limits limits_;
    flatline::engine::MemoryHooks hooks_;
    flatline::engine::Budget budget_;
    flatline::engine::FindingList findings_;
    flatline::engine::udmf::RawMemory memory_;
    flatline::engine::udmf::RawMap raw_;
    flatline::engine::udmf::ReadOptions read_;
    flatline::engine::Outcome outcome_ = flatline::engine::Outcome::refused;
    bool gave_up_ = false;
    flatline::engine::udmf::StatementCounts statements_;
    std::uint64_t followed_ = 0;
    std::string story_;
};

/// How much the paths have read in all comparisons of a test.
struct Taken {
    std::uint64_t slow = 0;      // by the slow path alone
    std::uint64_t fast = 0;      // by the fast one, where it may
    std::uint64_t followed = 0;  // runs, where they may be
};

/// "" where all paths read the same from `text`, and each only when it may; else which do not.
/// For the slow path the text is counted, for the others memory follows from its size.
/// Runs are followed up to a kilobyte before the last ';': texts that are shorter need padded().
inline std::string disagreement(std::string_view text, const flatline::engine::LoadOptions& options,
                                Taken& taken) {
    using flatline::engine::Kernel;
    const Read slow(text, options, ReadPaths::slow, Kernel::automatic, host_memory());
    if (slow.fast() != 0 || slow.followed() != 0) return "slow alone was not alone";
    taken.slow += slow.slow();
    const std::string expected = slow.story();
    const Read fast(text, options, ReadPaths::fast);
    if (fast.followed() != 0) return "runs without leave";
    taken.fast += fast.fast();
    if (fast.story() != expected) return "fast disagrees with slow";
    const Read tokens(text, options, ReadPaths::tokens);
    if (tokens.followed() != 0) return "runs without leave";
    if (tokens.story() != expected) return "tokens found ahead disagree with slow";
    for (const Kernel kernel : {Kernel::automatic, Kernel::scalar, Kernel::vector, Kernel::avx2}) {
        const Read runs(text, options, ReadPaths::all, kernel);
        taken.followed += runs.followed();
        if (runs.story() != expected) {
            return "runs of kernel " + std::to_string(static_cast<int>(kernel)) +
                   " disagree with slow";
        }
    }
    for (const char* const before : {"other texts", "the same text"}) {
        const Read kept(text, options, ReadPaths::all, Kernel::automatic, {},
                        Known::of_texts_before);
        if (kept.story() != expected) {
            return std::string("runs of ") + before + " disagree with slow";
        }
    }
    return "";
}

/// `text` and so much behind it that runs may be followed to its end.
inline std::string padded(std::string_view text) {
    return std::string(text) + std::string(2048, ' ') + ";";
}

}  // namespace raw_read
