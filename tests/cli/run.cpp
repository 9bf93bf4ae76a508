#include "cli/run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <regex>
#include <string_view>

#include "base/text.hpp"

namespace thaw::test {

namespace {

struct Pipe {
    int ends[2];
    Pipe() {
        if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
    }
};

[[noreturn]] void start(const std::vector<std::string>& arguments, const RunOptions& options, const Pipe& in,
                        const Pipe& out, const Pipe& err) {
    ::dup2(in.ends[0], 0);
    ::dup2(options.output == nullptr ? out.ends[1] : ::open(options.output, O_WRONLY), 1);
    ::dup2(err.ends[1], 2);
    ::signal(SIGPIPE, options.ignore_pipe_signal ? SIG_IGN : SIG_DFL);
    if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) std::_Exit(126);
    std::vector<char*> argv;
    std::vector<std::string> copy = arguments;
    std::string program = THAW_PROGRAM;
    argv.push_back(program.data());
    for (std::string& argument : copy) argv.push_back(argument.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    std::_Exit(127);
}

// All three streams at once: the program may write before it has read everything.
void exchange(const RunOptions& options, int in, int out, int err, pid_t child, Ran& ran) {
    std::size_t sent = 0;
    std::array<pollfd, 3> streams{pollfd{in, POLLOUT, 0}, pollfd{out, POLLIN, 0}, pollfd{err, POLLIN, 0}};
    const auto finish = [](pollfd& stream) {
        ::close(stream.fd);
        stream.fd = -1;
    };
    if (options.input.empty()) finish(streams[0]);
    if (options.close_output_early) finish(streams[1]);
    while (streams[0].fd >= 0 || streams[1].fd >= 0 || streams[2].fd >= 0) {
        const int limit = options.limit_seconds > 0 ? 1000 * options.limit_seconds : -1;
        const int ready = ::poll(streams.data(), streams.size(), limit);
        if (ready < 0) break;
        if (ready == 0) ::kill(child, SIGKILL);
        if (streams[0].fd >= 0 && streams[0].revents != 0) {
            const ssize_t put = ::write(in, options.input.data() + sent, options.input.size() - sent);
            sent += put > 0 ? static_cast<std::size_t>(put) : 0;
            if (put < 0 || sent == options.input.size()) finish(streams[0]);
        }
        for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
            if (streams[i].fd < 0 || streams[i].revents == 0) continue;
            std::array<char, 65536> buffer;
            const ssize_t got = ::read(streams[i].fd, buffer.data(), buffer.size());
            if (got > 0) {
                (i == 1 ? ran.out : ran.err).append(buffer.data(), static_cast<std::size_t>(got));
            } else {
                finish(streams[i]);
            }
        }
    }
}

// RFC 8259 by hand: the reader of rapidjson has undefined behaviour that the sanitizers rightly report.
std::string_view skip_blanks(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    return rest;
}

bool skip(std::string_view& rest, std::string_view token) {
    if (!skip_blanks(rest).starts_with(token)) return false;
    rest.remove_prefix(token.size());
    return true;
}

bool skip_string(std::string_view& rest) {
    if (!skip(rest, "\"")) return false;
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (c == '"') return true;
        if (static_cast<unsigned char>(c) < 0x20) return false;
        if (c != '\\') continue;
        const bool point = rest.starts_with('u');
        if (rest.empty() || std::string_view("\"\\/bfnrtu").find(rest.front()) == std::string_view::npos) return false;
        rest.remove_prefix(1);
        if (!point) continue;
        if (rest.substr(0, 4).find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return false;
        if (rest.size() < 4) return false;
        rest.remove_prefix(4);
    }
    return false;
}

bool skip_number(std::string_view& rest) {
    static const std::regex number("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    const std::size_t length = std::min(rest.find_first_not_of("-+.eE0123456789"), rest.size());
    const bool good = std::regex_match(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length), number);
    rest.remove_prefix(length);
    return good;
}

bool skip_value(std::string_view& rest, int depth);

// Elements or members between `open` and `close`.
bool skip_list(std::string_view& rest, int depth, std::string_view close, bool members) {
    if (skip(rest, close)) return true;
    do {
        if (members && !(skip_string(rest) && skip(rest, ":"))) return false;
        if (!skip_value(rest, depth + 1)) return false;
    } while (skip(rest, ","));
    return skip(rest, close);
}

bool skip_value(std::string_view& rest, int depth) {
    if (depth > 100) return false;
    if (skip(rest, "{")) return skip_list(rest, depth, "}", true);
    if (skip(rest, "[")) return skip_list(rest, depth, "]", false);
    if (skip_blanks(rest).starts_with('"')) return skip_string(rest);
    return skip(rest, "true") || skip(rest, "false") || skip(rest, "null") || skip_number(rest);
}

}  // namespace

Ran run_thaw(const std::vector<std::string>& arguments, const RunOptions& options) {
    ::signal(SIGPIPE, SIG_IGN);
    const Pipe in, out, err;
    const pid_t child = ::fork();
    if (child < 0) std::abort();
    if (child == 0) start(arguments, options, in, out, err);
    ::close(in.ends[0]);
    ::close(out.ends[1]);
    ::close(err.ends[1]);
    Ran ran;
    exchange(options, in.ends[1], out.ends[0], err.ends[0], child, ran);
    int status = 0;
    ::waitpid(child, &status, 0);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ran;
}

bool is_json(const std::string& json) {
    std::string_view rest = json;
    return text::is_utf8(json) && skip_value(rest, 0) && skip_blanks(rest).empty();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

}  // namespace thaw::test
