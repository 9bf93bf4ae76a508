// Peak heap of reading one model, as a multiple of its files. Prints the worst and the mean over the real files.
#include <algorithm>
#include <cstdio>

#include <thaw/format.hpp>

#include "models.hpp"
#include "oracle/heap_meter.hpp"

namespace {

void measure(const thaw::bench::Set& set) {
    double worst = 0;
    double worst_with_input = 0;
    double sum = 0;
    for (const thaw::Bundle& bundle : set.bundles) {
        thaw::Bundle files = bundle;
        const thaw::test::HeapMeter heap;
        const auto model = thaw::read(*set.format, std::move(files));
        const double factor = static_cast<double>(heap.peak()) / static_cast<double>(bundle.size());
        worst = std::max(worst, factor);
        worst_with_input = std::max(worst_with_input, factor + 1);
        sum += factor;
        if (!model) std::printf("%s\n", to_string(model.error()).c_str());
    }
    std::printf(
        "%-12s %4zu models: heap of reading %.2f times the files at worst, %.2f on average; with the files themselves "
        "%.2f\n",
        set.name.c_str(), set.bundles.size(), worst, sum / static_cast<double>(set.bundles.size()), worst_with_input);
}

}  // namespace

int main() {
    for (const thaw::bench::Set& set : thaw::bench::all_sets()) measure(set);
}
