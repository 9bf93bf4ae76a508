// Read, write, check and explain, in MB/s against memcpy of the same bytes in the same run.
// Real files are used where they are present (THAW_CORPUS), and documents made by code everywhere.
#include <benchmark/benchmark.h>

#include <cstring>
#include <utility>

#include <thaw/format.hpp>

#include "formats/shared/parts.hpp"
#include "models.hpp"

namespace {

using namespace thaw;

using bench::Set;

void set_speed(benchmark::State& state, const Set& set) {
    state.SetBytesProcessed(static_cast<i64>(set.bytes()) * state.iterations());
}

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
    set_speed(state, set);
}

void read_all(benchmark::State& state, const Set& set) {
    for (auto _ : state) {
        for (const Bundle& bundle : set.bundles) {
            auto model = read(*set.format, bundle);
            if (!model) state.SkipWithError(to_string(model.error()).c_str());
            benchmark::DoNotOptimize(model);
        }
    }
    set_speed(state, set);
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
    set_speed(state, set);
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
    set_speed(state, set);
}

// The set must outlive the run.
void add(const Set& set) {
    const auto bench = [&set](const char* what, auto body) {
        benchmark::RegisterBenchmark((set.name + "/" + what).c_str(),
                                     [&set, body](benchmark::State& state) { body(state, set); });
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
    const std::vector<Set> sets = bench::all_sets();
    for (const Set& set : sets) add(set);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
