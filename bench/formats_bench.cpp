// Read, write, check and explain, in MB/s beside memcpy of the same bytes in the same run.
// Real files are used where they are present (THAW_CORPUS), and documents made by code everywhere.
#include <benchmark/benchmark.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <thaw/format.hpp>

#include "formats/parts.hpp"
#include "models.hpp"

namespace {

using namespace thaw;

struct Set {
    const Format* format;
    std::vector<Bundle> bundles;
    u64 bytes = 0;
};

void memcpy_bytes(benchmark::State& state, const Set& set) {
    std::vector<u8> to;
    for (auto _ : state) {
        for (const Bundle& bundle : set.bundles) {
            for (const Part& part : bundle.parts) {
                to.resize(part.bytes.size());
                std::memcpy(to.data(), part.bytes.data(), part.bytes.size());
                benchmark::DoNotOptimize(to.data());
                benchmark::ClobberMemory();
            }
        }
    }
    state.SetBytesProcessed(static_cast<i64>(set.bytes) * state.iterations());
}

void read_all(benchmark::State& state, const Set& set) {
    for (auto _ : state) {
        for (const Bundle& bundle : set.bundles) {
            auto model = read(*set.format, bundle);
            if (!model) state.SkipWithError(to_string(model.error()).c_str());
            benchmark::DoNotOptimize(model);
        }
    }
    state.SetBytesProcessed(static_cast<i64>(set.bytes) * state.iterations());
}

template <class Operation>
void with_models(benchmark::State& state, const Set& set, Operation&& operation) {
    std::vector<Model> models;
    for (const Bundle& bundle : set.bundles) models.push_back(std::move(*read(*set.format, bundle)));
    for (auto _ : state) {
        for (const Model& model : models) {
            auto result = operation(model);
            benchmark::DoNotOptimize(result);
        }
    }
    state.SetBytesProcessed(static_cast<i64>(set.bytes) * state.iterations());
}

class Nothing final : public LeafSink {
public:
    void leaf(const Leaf& leaf) override { benchmark::DoNotOptimize(leaf.offset); }
};

void annotate_all(benchmark::State& state, const Set& set) {
    const Context context;
    for (auto _ : state) {
        for (const Bundle& bundle : set.bundles) {
            auto document = set.format->blank();
            Nothing nothing;
            for (const Part& part : bundle.parts) {
                benchmark::DoNotOptimize(annotate_part(*set.format, *document, part, context, nothing).ok());
            }
        }
    }
    state.SetBytesProcessed(static_cast<i64>(set.bytes) * state.iterations());
}

void add(const std::string& name, Set found) {
    if (found.bundles.empty()) return;
    for (const Bundle& bundle : found.bundles) found.bytes += bundle.size();
    auto* set = new Set(std::move(found));  // lives as long as the program
    const auto bench = [&](const char* what, auto body) {
        benchmark::RegisterBenchmark((name + "/" + what).c_str(),
                                     [set, body](benchmark::State& state) { body(state, *set); });
    };
    bench("memcpy", memcpy_bytes);
    bench("read", read_all);
    bench("write", [](benchmark::State& state, const Set& s) {
        with_models(state, s, [](const Model& model) { return write(model); });
    });
    bench("validate", [](benchmark::State& state, const Set& s) {
        with_models(state, s, [](const Model& model) { return validate(model); });
    });
    bench("summarise", [](benchmark::State& state, const Set& s) {
        with_models(state, s, [](const Model& model) { return summarise(model); });
    });
    bench("annotate", annotate_all);
}

}  // namespace

int main(int argc, char** argv) {
    add("ctc made", {find_format("ctc"), {bench::large_ctc()}});
    add("ctc corpus", {find_format("ctc"), bench::corpus_ctc()});
    add("ddd made", {find_format("ddd"), {bench::large_ddd()}});
    add("rdy made", {find_format("rdy"), {bench::large_rdy()}});
    add("unreal made", {find_format("unreal"), {bench::large_unreal(false)}});
    add("deusex made", {find_format("unreal"), {bench::large_unreal(true)}});
    add("twm v3 made", {find_format("twm"), {bench::large_twm("v3")}});
    add("twm v0 made", {find_format("twm"), {bench::large_twm("v0")}});
    add("twm corpus", {find_format("twm"), bench::real_twm()});
    add("ddd real", {find_format("ddd"), bench::real_ddd()});
    add("rdy real", {find_format("rdy"), bench::real_rdy()});
    add("unreal real", {find_format("unreal"), bench::real_unreal()});
    add("ctr made", {find_format("ctr"), {bench::large_ctr()}});
    add("ctr real", {find_format("ctr"), bench::real_ctr()});
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
