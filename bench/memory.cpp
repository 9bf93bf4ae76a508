// Peak heap of reading one model, as a multiple of its files. Prints the worst and the mean over the real files.
#include <algorithm>
#include <cstdio>

#include <thaw/format.hpp>

#include "models.hpp"
#include "oracle/heap_meter.hpp"

namespace {

void measure(const char* name, const std::vector<thaw::Bundle>& bundles) {
    if (bundles.empty()) return;
    double worst = 0;
    double worst_with_input = 0;
    double sum = 0;
    for (const thaw::Bundle& bundle : bundles) {
        thaw::Bundle files = bundle;
        const thaw::test::HeapMeter heap;
        const auto model = thaw::read(*thaw::find_format(name), std::move(files));
        const double factor = static_cast<double>(heap.peak()) / static_cast<double>(bundle.size());
        worst = std::max(worst, factor);
        worst_with_input = std::max(worst_with_input, factor + 1);
        sum += factor;
        if (!model) std::printf("%s\n", to_string(model.error()).c_str());
    }
    std::printf(
        "%-8s %4zu models: heap of reading %.2f times the files at worst, %.2f on average; with the files themselves "
        "%.2f\n",
        name, bundles.size(), worst, sum / static_cast<double>(bundles.size()), worst_with_input);
}

}  // namespace

int main() {
    measure("ctc", thaw::bench::corpus_ctc());
    measure("ctc", {thaw::bench::large_ctc()});
    measure("ddd", thaw::bench::real_ddd());
    measure("rdy", thaw::bench::real_rdy());
    measure("unreal", thaw::bench::real_unreal());
    measure("twm", thaw::bench::real_twm());
    measure("ctr", thaw::bench::real_ctr());
    measure("ddd", {thaw::bench::large_ddd()});
    measure("twm", {thaw::bench::large_twm("v3")});
    measure("ctr", {thaw::bench::large_ctr()});
    measure("rdy", {thaw::bench::large_rdy()});
    measure("unreal", {thaw::bench::large_unreal(false)});
}
