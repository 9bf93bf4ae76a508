// The edit matrix: every model, edited in every way, brought back in every way. Prints a table a format and ends with 1
// if a cell is wrong. Each model is judged in a process of its own, so that a crash is a wrong cell and not the end.
//
//   edit_matrix [--all] [--format ID] [--edit NAME] [--column NAME] [--only TEXT] [--verbose] [--jobs N] [--seconds N]
//               [--keep FOLDER]
//
// --all: real files too, where they are present. --only: models whose name holds the text. --keep: every file of the
// cell that was judged last is put there: the GLB as it was, as it was edited, what came back, and the GLB of that.
// What is not given as an argument is taken from EDIT_MATRIX_FORMAT, _EDIT, _COLUMN, _ONLY.
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "edits/judge.hpp"
#include "edits/models.hpp"
#include "support/sanitized.hpp"

namespace edits {
namespace {

struct Arguments {
    std::string format{}, edit{}, column{}, only{}, keep{};
    bool all = false, verbose = false;
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
    unsigned seconds = 300;  // for one cell
};

struct CellId {
    Edit edit{};
    Column column{};
};

std::vector<CellId> cells(const Arguments& arguments) {
    std::vector<CellId> out;
    for (const Edit edit : all_edits) {
        if (!arguments.edit.empty() && arguments.edit != name_of(edit)) continue;
        for (const Column column : all_columns) {
            if (!arguments.column.empty() && name_of(column).find(arguments.column) == std::string_view::npos) continue;
            out.push_back({edit, column});
        }
    }
    return out;
}

void send(int pipe, const json& line) {
    const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t n = write(pipe, text.data() + at, text.size() - at);
        if (n <= 0) _exit(3);
        at += static_cast<std::size_t>(n);
    }
}

// In the child: all cells from `first` on.
[[noreturn]] void judge_model(const ModelSource& source, const std::vector<CellId>& all, std::size_t first,
                              const Arguments& arguments, int pipe) {
    const unsigned seconds = arguments.seconds;
    try {
        alarm(seconds);
        auto model = source.load();
        auto subject = model ? Subject::make(std::move(*model)) : std::nullopt;
        if (!subject) {
            send(pipe, {{"skip", true}});
            _exit(0);
        }
        subject->keep_in(arguments.keep);
        for (std::size_t i = first; i < all.size(); ++i) {
            alarm(seconds);
            send(pipe, {{"start", i}});
            Cell cell;
            try {
                cell = subject->judge(all[i].edit, all[i].column);
            } catch (const std::exception& thrown) {
                cell = {Verdict::fail, std::string("exception: ") + thrown.what()};
            }
            send(pipe, {{"cell", i},
                        {"verdict", static_cast<int>(cell.verdict)},
                        {"why", cell.why},
                        {"words", cell.words},
                        {"findings", cell.findings},
                        {"fields", cell.fields},
                        {"files", cell.files}});
        }
    } catch (const std::exception& thrown) {
        send(pipe, {{"broken", thrown.what()}});
    }
    _exit(0);
}

struct Count {
    std::size_t ok = 0, named = 0, failed = 0;
    std::vector<std::string> lines{};
};

class Matrix {
public:
    explicit Matrix(const Arguments& arguments) : arguments_(arguments), cells_(cells(arguments)) {}

    int run(std::vector<ModelSource> models) {
        std::erase_if(models, [&](const ModelSource& m) {
            return (!arguments_.format.empty() && m.format != arguments_.format) ||
                   m.name.find(arguments_.only) == std::string::npos;
        });
        models_ = std::move(models);
        while (next_ < models_.size() || !running_.empty()) {
            while (running_.size() < arguments_.jobs && next_ < models_.size()) start(next_++, 0);
            wait();
        }
        print();
        return failed_ == 0 ? 0 : 1;
    }

private:
    struct Running {
        std::size_t model = 0;
        pid_t child = 0;
        int pipe = -1;
        std::string text{};
        std::size_t open_cell = no_cell;  // begun and not ended
        std::size_t first = 0;
        bool skipped = false;
    };
    static constexpr std::size_t no_cell = ~std::size_t{0};

    void start(std::size_t model, std::size_t first) {
        int ends[2];
        if (::pipe(ends) != 0) std::abort();
        std::fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            judge_model(models_[model], cells_, first, arguments_, ends[1]);
        }
        close(ends[1]);
        running_.push_back({model, child, ends[0], {}, no_cell, first, false});
    }

    void wait() {
        std::vector<pollfd> fds;
        for (const Running& each : running_) fds.push_back({each.pipe, POLLIN, 0});
        if (poll(fds.data(), fds.size(), -1) <= 0) return;
        for (std::size_t i = fds.size(); i-- > 0;) {
            if (fds[i].revents == 0) continue;
            char buffer[65536];
            const ssize_t n = read(fds[i].fd, buffer, sizeof buffer);
            if (n > 0) {
                running_[i].text.append(buffer, static_cast<std::size_t>(n));
                take_lines(running_[i]);
            } else {
                finish(i);
            }
        }
    }

    void take_lines(Running& from) {
        for (std::size_t end = from.text.find('\n'); end != std::string::npos; end = from.text.find('\n')) {
            const json line = json::parse(from.text.substr(0, end));
            from.text.erase(0, end + 1);
            if (line.contains("skip")) from.skipped = true;
            if (line.contains("broken")) fail_all(from, "exception: " + line["broken"].get<std::string>());
            if (line.contains("start")) from.open_cell = line["start"];
            if (!line.contains("cell")) continue;
            from.open_cell = no_cell;
            note(from.model, line["cell"],
                 {static_cast<Verdict>(line["verdict"].get<int>()), line["why"], line["words"], line["findings"],
                  line["fields"], line["files"]});
        }
    }

    void fail_all(Running& from, const std::string& why) {
        for (std::size_t i = from.first; i < cells_.size(); ++i) note(from.model, i, {Verdict::fail, why});
    }

    void finish(std::size_t index) {
        const Running done = running_[index];
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
        close(done.pipe);
        int status = 0;
        waitpid(done.child, &status, 0);
        if (done.skipped) ++skipped_[models_[done.model].format];
        if (status == 0) {
            return;
        }
        const std::string how = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM
                                    ? "takes longer than " + std::to_string(arguments_.seconds) + " s"
                                : WIFSIGNALED(status) ? std::string("crash: ") + strsignal(WTERMSIG(status))
                                                      : "crash: ends with " + std::to_string(WEXITSTATUS(status));
        const std::size_t at = done.open_cell == no_cell ? done.first : done.open_cell;
        note(done.model, at, {Verdict::fail, how});
        if (at + 1 < cells_.size()) start(done.model, at + 1);
    }

    void note(std::size_t model, std::size_t index, const Cell& cell) {
        const CellId id = cells_[index];
        judged_[models_[model].format].insert(model);
        Count& count = counts_[models_[model].format][{id.edit, id.column}];
        const std::string line = models_[model].name + ": " + cell.why;
        if (cell.verdict == Verdict::ok) ++count.ok;
        if (cell.verdict == Verdict::named) ++count.named;
        if (cell.verdict == Verdict::fail) {
            ++count.failed;
            ++failed_;
            count.lines.push_back(line);
        }
        if (!arguments_.verbose || cell.verdict == Verdict::not_applicable) return;
        const char* word = cell.verdict == Verdict::ok ? "ok   " : cell.verdict == Verdict::named ? "named" : "FAIL ";
        std::printf("%s %s, %s, %s", word, std::string(name_of(id.edit)).c_str(),
                    std::string(name_of(id.column)).c_str(), line.c_str());
        if (!cell.words.empty()) std::printf("\n      says: %s", cell.words.c_str());
        if (!cell.findings.empty()) std::printf("\n      finds: %s", cell.findings.c_str());
        if (!cell.fields.empty()) std::printf("\n      fields: %s", cell.fields.c_str());
        if (!cell.files.empty()) std::printf("\n      beside: %s", cell.files.c_str());
        std::printf("\n");
    }

    static std::string text_of(const Count& count) {
        if (count.ok + count.named + count.failed == 0) return "-";
        std::string out = std::to_string(count.ok) + " ok";
        if (count.named > 0) out += " / " + std::to_string(count.named) + " named";
        if (count.failed > 0) out += " / " + std::to_string(count.failed) + " FAIL";
        return out;
    }

    void print() {
        for (auto& [format, table] : counts_) print_format(format, table);
        Count all;
        std::printf("\nall cells\n");
        for (auto& [format, table] : counts_) {
            Count sum;
            for (const auto& [id, count] : table) {
                sum.ok += count.ok;
                sum.named += count.named;
                sum.failed += count.failed;
            }
            std::printf("  %-8s %s\n", format.c_str(), text_of(sum).c_str());
            all.ok += sum.ok;
            all.named += sum.named;
            all.failed += sum.failed;
        }
        std::printf("  %-8s %s\n", "all", text_of(all).c_str());
    }

    using FormatTable = std::map<std::pair<Edit, Column>, Count>;

    void print_format(const std::string& format, const FormatTable& table) {
        std::printf("\n%s: %zu models, %zu more without a shape\n", format.c_str(), judged_[format].size(),
                    skipped_[format]);
        std::printf("  %-18s", "");
        for (const Column column : all_columns) std::printf(" %-26s", std::string(name_of(column)).c_str());
        std::printf("\n");
        for (const Edit edit : all_edits) {
            std::string row;
            for (const Column column : all_columns) {
                const auto found = table.find({edit, column});
                std::string text = found == table.end() ? "" : text_of(found->second);
                text.resize(std::max<std::size_t>(text.size(), 26), ' ');
                row += " " + text;
            }
            if (row.find_first_not_of(' ') == std::string::npos) continue;
            std::printf("  %-18s%s\n", std::string(name_of(edit)).c_str(), row.c_str());
        }
        for (const auto& [id, count] : table) {
            for (std::size_t i = 0; i < count.lines.size() && i < (arguments_.verbose ? 0 : 3); ++i) {
                std::string line = count.lines[i];
                if (line.size() > 300) line = line.substr(0, 300) + "...";
                std::printf("  FAIL %s, %s: %s\n", std::string(name_of(id.first)).c_str(),
                            std::string(name_of(id.second)).c_str(), line.c_str());
            }
            if (count.lines.size() > 3 && !arguments_.verbose) {
                std::printf("       and %zu more models\n", count.lines.size() - 3);
            }
        }
    }

    const Arguments& arguments_;
    std::vector<CellId> cells_;
    std::vector<ModelSource> models_{};
    std::size_t next_ = 0, failed_ = 0;
    std::vector<Running> running_{};
    std::map<std::string, FormatTable> counts_{};
    std::map<std::string, std::set<std::size_t>> judged_{};
    std::map<std::string, std::size_t> skipped_{};
};

std::string from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

int usage() {
    std::printf(
        "edit_matrix [--all] [--format ID] [--edit NAME] [--column NAME] [--only TEXT] [--verbose] [--jobs N] "
        "[--seconds N] [--keep FOLDER]\n  edits:");
    for (const Edit edit : all_edits) std::printf(" %s", std::string(name_of(edit)).c_str());
    std::printf("\n  columns:");
    for (const Column column : all_columns) std::printf(" %s", std::string(name_of(column)).c_str());
    std::printf("\n");
    return 3;
}

int run(int argc, char** argv) {
    Arguments arguments;
    arguments.format = from_environment("EDIT_MATRIX_FORMAT");
    arguments.edit = from_environment("EDIT_MATRIX_EDIT");
    arguments.column = from_environment("EDIT_MATRIX_COLUMN");
    arguments.only = from_environment("EDIT_MATRIX_ONLY");
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--all") {
            arguments.all = true;
        } else if (name == "--verbose") {
            arguments.verbose = true;
        } else if (i + 1 == argc) {
            return usage();
        } else if (name == "--format") {
            arguments.format = argv[++i];
        } else if (name == "--edit") {
            arguments.edit = argv[++i];
        } else if (name == "--column") {
            arguments.column = argv[++i];
        } else if (name == "--only") {
            arguments.only = argv[++i];
        } else if (name == "--keep") {
            arguments.keep = argv[++i];
        } else if (name == "--jobs") {
            arguments.jobs = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
        } else if (name == "--seconds") {
            arguments.seconds = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
        } else {
            return usage();
        }
    }
    if (cells(arguments).empty()) return usage();
    const auto began = std::chrono::steady_clock::now();
    std::vector<ModelSource> models = sample_models();
    const auto append = [&](std::vector<ModelSource> more) {
        models.insert(models.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
    };
    auto fixtures = fixture_models();
    if (thaw::test::sanitized && arguments.format.empty() && arguments.only.empty()) {
        std::erase_if(fixtures, [n = 0](const ModelSource&) mutable { return n++ % 4 != 0; });
    }
    append(std::move(fixtures));
    append(archived_models());
    append(character_models(arguments.all));
    if (arguments.all) append(corpus_models());
    const int result = Matrix(arguments).run(std::move(models));
    const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("took %.1f s\n", took);
    return result;
}

}  // namespace
}  // namespace edits

int main(int argc, char** argv) { return edits::run(argc, argv); }
