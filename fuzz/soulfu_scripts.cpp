// A character script of SoulFu is run as far as it goes: any bytes end soon, and come to the same twice.
#include "formats/soulfu/scripts/wardrobe.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    const Part script{"script", "CTHING.SRC", Blob::copy_of({data, size})};
    // It calls itself by another name, and its own item.
    const Bundle bundle{
        {script, {"called-script", "CRAT.SRC", script.bytes}, {"called-script", "IDAGGER.SRC", script.bytes}},
        "CTHING"};
    const ddd::Wardrobe first = ddd::wardrobe_of(bundle), second = ddd::wardrobe_of(bundle);
    fuzz::require(first.outfits.size() == second.outfits.size(), "two runs differ");
    for (std::size_t i = 0; i < first.outfits.size(); ++i) {
        fuzz::require(first.outfits[i].worn == second.outfits[i].worn, "two runs differ");
        fuzz::require(!first.outfits[i].worn[0].model.empty(), "an outfit without a body");
    }
    for (const NamedModel& model : ddd::characters_named_by(script)) (void)model.needs(bundle);
    return 0;
}
