#!/bin/sh
# What was noted on paper becomes check-ins with their own times, at most a day later. Each line of the input is a code of
# `muster door-list` and a time, such as `4f09c1 2027-03-06T08:52:00Z`. Sending a line twice records nobody twice.
# MUSTER_URL, POINT (its id), ORGANIZER_KEY and LIST (a file that `muster door-list --tokens` wrote) say where, who and whom.
set -eu

# The last line may end without a line break.
while read -r code time || [ -n "$code" ]; do
  token=$(grep -o " $code[0-9a-f]*$" "$LIST" | tr -d ' ')
  [ -n "$token" ] || { echo "$code is not in $LIST" >&2; continue; }
  curl -sS -H "X-Api-Key: $ORGANIZER_KEY" -H 'Content-Type: application/json' -H 'Prefer: handling=strict' \
    -d "{ \"token\": \"$token\", \"nonce\": \"paper-$code\", \"method\": \"manual\", \"scanned_at\": \"$time\" }" \
    "$MUSTER_URL/checkin-points/$POINT/scan"
  echo
done
