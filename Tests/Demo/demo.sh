#!/bin/sh
# Shows formd at work: starts it on a private socket, fills in a form from the shell while another process watches.
#
# usage: demo.sh BINDIR     (the folder with the built formd, formctl and plug-ins)
#
# Needs no bus and leaves nothing behind. Exit status 0 only if everything happened as it should.
set -eu

[ $# -eq 1 ] || { echo "usage: demo.sh BINDIR" >&2; exit 64; }
bin=$(cd "$1" && pwd)
project=$(cd "$(dirname "$0")/../.." && pwd)

dir=$(mktemp -d "${TMPDIR:-/tmp}/formd-demo.XXXXXX")
chmod 700 "$dir"
daemon= watcher=

finish() {
    status=$?
    trap - EXIT INT TERM
    for process in $watcher $daemon; do kill "$process" 2>/dev/null || :; done
    for process in $watcher $daemon; do wait "$process" 2>/dev/null || :; done
    if [ "$status" -ne 0 ] && [ -s "$dir/log" ]; then
        echo "the daemon's log:" >&2
        cat "$dir/log" >&2
    fi
    rm -rf "$dir"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# ---- telling ----

if [ -t 1 ]; then
    bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
else
    bold='' dim='' plain=''
fi

say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

fail() {
    echo "demo: $*" >&2
    exit 1
}

# run COMMAND ...: shows a command as it would be typed, runs it, shows what it printed and keeps that in $output. The
# folder of the socket is shown as $dir.
run() {
    shown=
    for word in "$@"; do
        case $word in
        "$bin/"*) word=${word#"$bin/"} ;;
        *[!A-Za-z0-9_./:=,-]*) word="'$word'" ;;
        esac
        shown="$shown $word"
    done
    printf '$%s\n' "$shown" | sed "s|$address|\$address|g"
    status=0
    output=$("$@" 2>&1) || status=$?
    [ -z "$output" ] || printf '%s\n' "$output" | sed 's/^/    /'
    tell_signals
    return $status
}

formctl() { run "$bin/formctl" --address "$address" "$@"; }

# expect TEXT: the last command printed it.
expect() {
    case $output in
    *"$1"*) ;;
    *) fail "expected \"$1\"" ;;
    esac
}

# What the watcher has printed since the last time. The daemon sends a command's signals before its reply, so they are on
# their way; that the watcher has printed them is seen by a change of our own coming after them, which is not shown.
told=0 mark=100 marking=yes
tell_signals() {
    [ -n "$watcher" ] || return 0
    if [ "$marking" = yes ]; then
        mark=$((mark + 1))
        "$bin/formctl" --address "$address" set demo password MaxLength "$mark"
        await "password PropertiesChanged MaxLength=$mark" "$dir/signals"
    fi
    tail -n "+$((told + 1))" "$dir/signals" | grep -v "^password PropertiesChanged MaxLength=" \
        | sed "s/ Placeholders=.*/ …/; s/ Presentation=.*/ …/; s/^/    $dim~ /; s/\$/$plain/" || :
    told=$(wc -l < "$dir/signals")
}

# await TEXT FILE: until the text is in the file, for five seconds.
await() {
    tries=0
    until grep -qF -- "$1" "$2" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 250 ] || fail "waited in vain for \"$1\""
        [ -z "$daemon" ] || kill -0 "$daemon" 2>/dev/null || fail "formd has ended"
        sleep 0.02
    done
}

# ---- the daemon ----

say "formd starts on a private socket, with the plug-ins of this build"
"$project/Plugins/lay-out" "$bin" "$dir/plugins"
address=unix:path=$dir/bus

echo '$ formd --socket $dir/bus --forms Sources/Forms &'
echo '$ address=unix:path=$dir/bus'
FORMD_PLUGIN_PATH=$dir/plugins "$bin/formd" --socket "$dir/bus" --forms "$project/Sources/Forms" --state none 2> "$dir/log" &
daemon=$!
tries=0
until "$bin/formctl" --address "$address" status > /dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -le 250 ] || fail "formd does not answer"
    kill -0 "$daemon" 2>/dev/null || fail "formd has ended"
    sleep 0.02
done
formctl forms
expect checkout

# ---- a session ----

say "A session of the form \"checkout\"; another process watches it (its lines begin with ~)"
formctl open checkout --token demo --locale en --width 320
session=$output
"$bin/formctl" --address "$address" watch demo > "$dir/signals" 2> "$dir/watching" &
watcher=$!
await "watching $session" "$dir/watching"

say "Typing a phone number: the mask adds what belongs to it"
formctl type demo phone 912
expect '|'
formctl type demo phone 3456789
expect '+7 (912) 345-67-89|'
formctl get demo phone Value
expect 9123456789

say "Leaving a required field empty: its error appears, and the field grows to show it"
formctl get demo . ContentHeight
before=$output
formctl focus demo amount
formctl blur demo
formctl get demo amount Error
[ -n "$output" ] || fail "the empty field shows no error"
formctl get demo . ContentHeight
[ "$output" != "$before" ] || fail "the form's height is $output as before"
grep -q '^amount HeightChanged ' "$dir/signals" || fail "nobody was told of the new height"

say "Typing an amount: the plug-in keeps the currency sign behind the text"
formctl type demo amount 1500
expect '1500|'
formctl get demo amount Placeholders
expect '"service": "currency", "text": "₽", "visible": true'
formctl blur demo
formctl get demo . ContentHeight
[ "$output" = "$before" ] || fail "the form's height is $output, not $before as at first"

say "An incomplete form does not get through"
formctl validate demo && fail "an incomplete form was valid"
expect name:
formctl submit demo && fail "an incomplete form was submitted"
expect NotValid

# ---- the same with systemd's tools ----

say "It is plain D-Bus: systemd's busctl speaks to it"
run busctl "--address=$address" --no-pager tree org.formd.Forms1
expect "$session/field/phone"
run busctl "--address=$address" get-property org.formd.Forms1 "$session/field/phone" org.formd.Forms1.Field Text
expect '+7 (912) 345-67-89'
run busctl "--address=$address" call org.formd.Forms1 "$session/field/name" org.formd.Forms1.Field SetText 'sa{sv}' \
    'Ada Lovelace' 0
formctl get demo name Text
expect 'Ada Lovelace'

# ---- the end ----

say "The rest is filled in, and the form is submitted"
formctl type demo password 'correct-Horse7'
! grep -q correct "$dir/signals" || fail "the password was signalled"
formctl set demo comment 'Please ring twice.'
formctl validate demo
expect valid
marking=no
formctl submit demo --json
expect '"phone":'
expect '"name":"Ada Lovelace"'

formctl close demo
wait "$watcher" || fail "the watcher ended with status $?"
tell_signals
watcher=
grep -q '^\. Closed ' "$dir/signals" || fail "the watcher was not told of the session's end"

say "formd stops"
kill "$daemon"
wait "$daemon" || fail "formd ended with status $?"
daemon=
[ ! -e "$dir/bus" ] || fail "the socket is still there"
say "Everything worked."

# ---- by yourself ----

# Somebody who sits at a terminal may fill in a form, too; whether and how is no part of what is to work.
if [ -t 0 ] && [ -t 1 ]; then
    printf '\n%sFill in the form “survey” yourself? [Y/n]%s ' "$bold" "$plain"
    read -r answer || answer=n
    case $answer in
    [nN]*) ;;
    *)
        echo '$ formctl run survey'
        FORMD_PLUGIN_PATH=$dir/plugins "$bin/formctl" run --forms "$project/Sources/Forms" survey || :
        ;;
    esac
fi
