// Fuzzer of the TEXTMAP reader: any bytes through load_borrowed, then a walk over everything that
// is published. The first byte chooses the options, the rest is the text.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "../support/load_outcome.hpp"
#include "../support/oracle.hpp"
#include "../support/raw_read.hpp"
#include "model/check.hpp"
#include "model/load.hpp"
#include "model/verdict.hpp"

namespace {

flatline::engine::LoadOptions options_of(std::uint8_t choice) {
    flatline::engine::LoadOptions options;
    const flatline::engine::Grammar grammars[] = {
        flatline::engine::Grammar::automatic, flatline::engine::Grammar::v1_1,
        flatline::engine::Grammar::v0_99, flatline::engine::Grammar::automatic};
    options.grammar = grammars[choice & 3];
    options.repair =
        (choice & 4) != 0 ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse;
    if ((choice & 8) != 0) {
        options.limits.vertices = options.limits.linedefs = options.limits.sidedefs = 3;
        options.limits.sectors = options.limits.things = 2;
        options.limits.string_bytes = 9;
        options.limits.identifier_bytes = 14;
        options.limits.number_bytes = 8;
        options.limits.unknown_fields = 3;
        options.limits.nesting = 2;
        options.limits.findings = 4;
        options.limits.slope_steps = 6;
    }
    if ((choice & 16) != 0) {
        options.limits.arena_bytes = 2048;
    }
    options.gzdoom_plane_d = (choice & 5) == 5;
    const std::string_view names[] = {"", "zdoom", "srb2", "eternity"};
    options.namespace_override = (choice & 32) != 0 ? names[(choice >> 6) & 3] : names[0];
    return options;
}

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "oracle: %s\n", fault.c_str());
    std::abort();
}

// Learned runs end a kilobyte before the last ';': with that much after it the whole text is
// theirs. Every way of reading must say what the slow path alone says, and keep to what it
// may use; of any bytes more cannot be asked.
void compare_machines(std::string_view text, const flatline::engine::LoadOptions& options) {
    raw_read::Taken taken;
    for (const std::string& whole : {std::string(text), raw_read::padded(text)}) {
        const std::string disagreement = raw_read::disagreement(whole, options, taken);
        if (!disagreement.empty()) fail(disagreement);
    }
}

// Slices of a text, which are two kilobytes long at least: it stands in the first and in the last.
// A pool without threads reads them one after another, the last one first.
void compare_slices(std::string_view text, flatline::engine::LoadOptions options) {
    std::string long_text(text);
    for (int i = 0; i < 200; ++i) long_text += "\nthing { x = 1; y = 2; type = 3; }";
    long_text += text;
    const flatline::engine::Bytes bytes(reinterpret_cast<const unsigned char*>(long_text.data()),
                                        long_text.size());
    const std::string expected = load_outcome::of(flatline::engine::load_borrowed(bytes, options));
    options.threads = 2;
    options.thread_bytes = 1;
    options.jobs.run = [](void*, std::size_t count, void (*job)(void*, std::size_t),
                          void* job_context) {
        while (count-- > 0) job(job_context, count);
    };
    if (load_outcome::of(flatline::engine::load_borrowed(bytes, options)) != expected) {
        fail("slices and the whole text disagree");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    // A copy of exactly this size: a read outside it is seen by the address sanitizer.
    const std::size_t length = size - 1;
    const std::unique_ptr<unsigned char[]> copy(new unsigned char[length + (length == 0)]);
    for (std::size_t i = 0; i < length; ++i) {
        copy[i] = data[i + 1];
    }
    const std::string_view text(reinterpret_cast<const char*>(copy.get()), length);
    const flatline::engine::LoadOptions options = options_of(data[0]);

    const flatline::engine::LoadResult<flatline::engine::Map> result =
        flatline::engine::load_borrowed({copy.get(), length}, options);
    const std::string fault = oracle::first_fault(result, text);
    if (!fault.empty()) {
        fail(fault);
    }
    if (result.status == flatline::engine::Status::out_of_memory) {
        fail("out of memory on a small text");
    }
    flatline::engine::VerdictInput judged;
    judged.load = &result.findings;
    judged.text = text;
    flatline::engine::FindingList findings;
    if (result) {
        findings = flatline::engine::check(result.value).findings;
        const std::string of_check = oracle::first_fault(findings, text);
        if (!of_check.empty()) {
            fail("check: " + of_check);
        }
        judged.map = &result.value;
        judged.check = &findings;
    }
    for (const flatline::engine::Verdict& verdict : flatline::engine::judge(judged).of) {
        if (verdict.rule.empty() != (verdict.judgement == flatline::engine::Judgement::loads)) {
            fail("a verdict without a rule, or a rule without a verdict");
        }
    }
    compare_machines(text, options);
    compare_slices(text, options);
    return 0;
}
