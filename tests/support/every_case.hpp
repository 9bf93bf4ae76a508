// Is this ./test --all, which has the time for every case of a long sweep? Otherwise some of them do.
#pragma once

namespace thaw::test {

#ifdef THAW_ALL
inline constexpr bool every_case = true;
#else
inline constexpr bool every_case = false;
#endif

}  // namespace thaw::test
