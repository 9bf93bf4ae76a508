#include "base/safe_name.hpp"

#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace thaw::text {
namespace {

using namespace std::string_literals;

struct Case {
    std::string raw;
    std::string safe;
};

// Names as hostile files carry them.
const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"rat", "rat"},
        {"Rat_01-b.ddd", "Rat_01-b.ddd"},
        {"../x", "x"},
        {"..\\x", "x"},
        {"../../../../etc/passwd", "etc_passwd"},
        {"/etc/passwd", "etc_passwd"},
        {"//server/share", "server_share"},
        {"C:\\x", "C_x"},
        {"c:x", "c_x"},
        {"\\\\srv\\s", "srv_s"},
        {"\\\\?\\C:\\x", "C_x"},
        {"\\\\.\\PhysicalDrive0", "PhysicalDrive0"},
        {"a/../../b", "a_.._.._b"},
        {"a/b", "a_b"},
        {"a\\b", "a_b"},
        {"", "unnamed"},
        {".", "unnamed"},
        {"..", "unnamed"},
        {"...", "unnamed"},
        {" ", "unnamed"},
        {"-", "unnamed"},
        {"-rf", "rf"},
        {"--force", "force"},
        {".bashrc", "bashrc"},
        {".thaw-1.tmp", "thaw-1.tmp"},
        {"_x", "x"},
        {"CON", "xCON"},
        {"con", "xcon"},
        {"con.txt", "xcon.txt"},
        {"CON.tar.gz", "xCON.tar.gz"},
        {"PRN", "xPRN"},
        {"AUX.ddd", "xAUX.ddd"},
        {"NUL", "xNUL"},
        {"NUL.txt", "xNUL.txt"},
        {"COM0", "xCOM0"},
        {"COM1", "xCOM1"},
        {"com9.x", "xcom9.x"},
        {"LPT1", "xLPT1"},
        {"lpt9", "xlpt9"},
        {"COM10", "COM10"},
        {"CONSOLE", "CONSOLE"},
        {".CON", "xCON"},
        {"CON.", "xCON"},
        {"CON ", "CON_"},
        {"CONIN$", "CONIN_"},
        {"name.", "name"},
        {"name...", "name"},
        {"name ", "name_"},
        {"name. ", "name._"},
        {std::string(64, 'A'), std::string(64, 'A')},
        {std::string(300, 'b'), std::string(100, 'b')},
        {std::string(99, 'b') + ".ddd", std::string(99, 'b')},
        {"%2e%2e%2fx", "2e_2e_2fx"},
        {"a%00b", "a_00b"},
        {"a\0b"s, "a"},
        {"\0b"s, "unnamed"},
        {"a\nb", "a_b"},
        {"a\r\nb", "a_b"},
        {"a\tb", "a_b"},
        {"\x1b[31mred\x1b[0m", "31mred_0m"},
        {"\x1b]0;title\x07", "0_title_"},
        {"a\x7f", "a_"},
        {"\xe2\x80\xae"
         "txt.exe",
         "txt.exe"},
        {"a\xe2\x80\x8b"
         "b",
         "a_b"},
        {"\xff\xff\xff\xff", "unnamed"},
        {"na\xc3\xafve", "na_ve"},
        {"<img src=x onerror=alert(1)>", "img_src_x_onerror_alert_1_"},
        {"$(reboot)", "reboot_"},
        {"`id`", "id_"},
        {"a;rm -rf b", "a_rm_-rf_b"},
        {"a|b&c", "a_b_c"},
        {"a*b?c", "a_b_c"},
        {"'quoted'", "quoted_"},
        {"\"quoted\"", "quoted_"},
        {"x:stream", "x_stream"},
        {"x::$DATA", "x_DATA"},
        {"~root", "root"},
        {"file:///etc/passwd", "file_etc_passwd"},
        {"http://host/x", "http_host_x"},
    };
    return all;
}

bool is_safe(const std::string& name) {
    static const std::regex allowed("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    static const std::regex device("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?", std::regex::icase);
    return std::regex_match(name, allowed) && !std::regex_match(name, device) && name.back() != '.';
}

TEST(SafeName, HostileNames) {
    ASSERT_GE(cases().size(), 60u);
    for (const Case& c : cases()) {
        EXPECT_EQ(safe_name(c.raw), c.safe) << "for " << ::testing::PrintToString(c.raw);
        EXPECT_TRUE(is_safe(safe_name(c.raw))) << safe_name(c.raw);
    }
}

TEST(SafeName, IsIdempotent) {
    for (const Case& c : cases()) EXPECT_EQ(safe_name(safe_name(c.raw)), safe_name(c.raw));
}

// Over many short names of the characters that matter.
TEST(SafeName, EveryShortNameOfTheDangerousLetters) {
    const std::string letters = "con1.-_ /\\\x80";
    std::vector<std::string> names{""};
    for (std::size_t i = 0; i < names.size() && names[i].size() < 5; ++i) {
        for (const char c : letters) names.push_back(names[i] + c);
    }
    ASSERT_GT(names.size(), 100'000u);
    for (const std::string& name : names) {
        const std::string safe = safe_name(name);
        const bool first_is_good = std::isalnum(static_cast<unsigned char>(safe[0])) != 0;
        ASSERT_TRUE(first_is_good && safe.back() != '.' && safe.size() <= 100) << name;
        ASSERT_EQ(safe.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-"), std::string::npos) << name;
        ASSERT_NE(safe.substr(0, safe.find('.')), "con") << name;
        ASSERT_EQ(safe_name(safe), safe) << name;
    }
}

}  // namespace
}  // namespace thaw::text
