#include "layout/annotator.hpp"

namespace thaw {

void Annotator::emit(const char* name, u64 start, Kind kind, const Meaning& meaning, const Grid* grid) {
    if (!ok()) return;
    const Blob raw = input().slice(start, position() - start);
    const u64 repeat = kind == Kind::compact ? 1 : raw.size() / width_of(kind);
    sink_.leaf({name, start, raw.bytes(), kind, repeat, meaning, byte_order(), grid});
}

void Annotator::on_image(Blob& blob) {
    Reader::on_image(blob);
    sink_.image();
}

void Annotator::on_enter() {
    Reader::on_enter();
    sink_.enter(steps().back().name, steps().back().index, position());
}

void Annotator::on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) {
    const u64 start = position();
    Reader::on_scalars(name, kind, values, n, meaning);
    if (!in_compact_) emit(name, start, kind, meaning);
}

void Annotator::on_compact(const char* name, Compact& value, const Meaning& meaning) {
    const u64 start = position();
    in_compact_ = true;
    Reader::on_compact(name, value, meaning);
    in_compact_ = false;
    emit(name, start, Kind::compact, meaning);
}

void Annotator::on_records(const char* name, const ElementType& type, void* first, std::size_t n) {
    const u64 start = position();
    Reader::on_records(name, type, first, n);
    if (!ok()) return;
    const u64 end = position();
    const auto range = sink_.open(name, n, start, type.disk_bytes);
    for (u64 i = range.first; ok() && i < range.last && i < n; ++i) {
        // Reading an element again gives the same values; this time its fields are told apart.
        move_to(start + i * type.disk_bytes);
        const Scope scope(*this, name, i);
        type.describe(*this, static_cast<u8*>(first) + i * type.memory_bytes);
    }
    move_to(end);
}

void Annotator::on_magic(const char* name, std::string_view expected) {
    const u64 start = position();
    Reader::on_magic(name, expected);
    emit(name, start, Kind::text, {.role = Role::magic, .names = {}, .parts = {}, .limit = 0});
}

void Annotator::on_count(const char* name, Kind kind, u64& n) {
    const u64 start = position();
    Reader::on_count(name, kind, n);
    emit(name, start, kind, {.role = Role::count, .names = {}, .parts = {}, .limit = 0});
}

void Annotator::on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) {
    const u64 start = position();
    Reader::on_blob(name, blob, n, fit, role, grid);
    if (!blob.empty()) emit(name, start, Kind::unsigned8, {.role = role, .names = {}, .parts = {}, .limit = 0}, grid);
}

}  // namespace thaw
