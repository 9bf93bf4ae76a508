# For sourcing. follow LOG WORDS: reads ninja's output, keeps it in LOG, and says on standard error how far the build is:
# on a terminal in one line that is written over, else in a line for every tenth.
[ -t 2 ] && terminal=yes || terminal=
say() { if [ "$terminal" ]; then printf '\r\033[Kthaw: %s' "$*" >&2; fi; }
clear_line() { if [ "$terminal" ]; then printf '\r\033[K' >&2; fi; }

follow() { # LOG WORDS
  local line tenth told=0
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    say "$2 ${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"
    tenth=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [ -z "$terminal" ] && [ "$tenth" -gt "$told" ]; then
      told=$tenth
      echo "thaw: $2 ${BASH_REMATCH[1]}/${BASH_REMATCH[2]}" >&2
    fi
  done
  clear_line
}
