#!/bin/sh
# Ends the workerd processes of a Porchlight that has ended, however it ended. Started by workerd-watch.ts.
# Standard input: one line «pid start time» for each workerd. It closes when the process that writes it ends.
# $1: where the system shows its processes as files.
names=$(cat)
[ -n "$names" ] || exit 0
echo "$names" | while read -r pid started; do
  if [ -d "$1/self" ]; then
    stat=$(cat "$1/$pid/stat") || continue
    # Drops the text before the fields, because the process name in it may contain spaces. Unquoted, to split the fields.
    set -- "$1" ${stat##*) }
    found=${21}
  else
    set -- "$1" $(LC_ALL=C TZ=UTC ps -o lstart= -p "$pid")
    proc=$1
    shift
    found="$*"
    set -- "$proc"
  fi
  [ "$found" = "$started" ] && kill -9 "$pid"
done
