#!/bin/sh
# Makes a restore point of one name on all servers of a Citus cluster, of one moment for all services:
#
#   restore-point.sh NAME URL...
#
# with a superuser's URL of the coordinator and of each worker, such as postgres://postgres@10.0.0.4/postgres. Services go on
# meanwhile; what they write waits until it is done, mostly less than a second.
#
# The points of several servers are made one after the other. What is committed on one server after its point must not
# be known on another before that one's, or the restored books would contradict each other. So first each server keeps whatever
# commits from being seen: it waits for a standby that there is not. What somebody has seen by then is before the points of
# all servers, and what nobody has seen yet may be before them or after.
set -eu

HOLD=nobody_while_a_restore_point_is_made
SECONDS_TO_HOLD=10

ask() {
  url=$1
  shift
  PGAPPNAME=$HOLD psql --no-psqlrc --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 --dbname "$url" "$@"
}

# Commits of this server wait, once one of ours does.
hold() {
  ask "$1" -c "ALTER SYSTEM SET synchronous_standby_names = '$HOLD'" -c 'SELECT pg_reload_conf()' >/dev/null || return 1
  until_second=$(($(date +%s) + SECONDS_TO_HOLD))
  while [ "$(date +%s)" -lt "$until_second" ]; do
    # It waits until the end; if it does not, the server has not read its settings yet.
    ask "$1" -c "SELECT pg_logical_emit_message(true, 'restore point', '')" >/dev/null 2>&1 &
    waiting=$(ask "$1" -c "SELECT count(*) FROM pg_stat_activity WHERE application_name = '$HOLD' AND wait_event = 'SyncRep'") || return 1
    [ "$waiting" -eq 0 ] || return 0
  done
  echo "$1 commits still after $SECONDS_TO_HOLD s. Expected synchronous_standby_names to take effect; is it set on the command line?" >&2
  return 1
}

release() {
  ask "$1" -c 'ALTER SYSTEM RESET synchronous_standby_names' -c 'SELECT pg_reload_conf()' >/dev/null
}

# So that the log is archived through the point.
switch_log() {
  ask "$1" -c 'SELECT pg_switch_wal()' >/dev/null
}

make_point() {
  ask "$1" -c "SELECT pg_create_restore_point('$name')" >/dev/null
}

# Where it is set by ALTER SYSTEM, it could not be set back.
expect_free() {
  set_already=$(ask "$1" -c "SELECT setting FROM pg_file_settings WHERE name = 'synchronous_standby_names' AND sourcefile LIKE '%postgresql.auto.conf'") || return 1
  case $set_already in
  '' | "$HOLD") return 0 ;;
  esac
  echo "$1 has synchronous_standby_names = '$set_already' by ALTER SYSTEM. Set it in postgresql.conf instead." >&2
  return 1
}

# All at once. Fails if it does on one of them.
on_each() {
  action=$1
  shift
  asked=
  for server in "$@"; do
    "$action" "$server" &
    asked="$asked $!"
  done
  status=0
  for one in $asked; do wait "$one" || status=1; done
  return $status
}

[ $# -ge 2 ] || { echo "Usage: $0 NAME URL..." >&2; exit 2; }
name=$1
shift
case $name in
*[!A-Za-z0-9_:.-]*) echo "Expected a name of letters, digits and _ : . -, not '$name'." >&2; exit 2 ;;
esac
on_each expect_free "$@"
trap 'on_each release "$@"' EXIT
trap 'exit 1' HUP INT TERM
on_each hold "$@"
on_each make_point "$@"
on_each release "$@"
trap - EXIT
on_each switch_log "$@"
echo "Made the restore point $name on $# servers."
