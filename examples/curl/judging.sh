#!/bin/sh
# The first team of a track is judged by one judge, and ranked. Judges sign in: a key gives no scores.
# MUSTER_URL, TRACK, ORGANIZER_KEY, JUDGE_EMAIL and JUDGE_PASSWORD say where and who.
set -eu

ask() { curl -sS --fail-with-body -H 'Content-Type: application/json' -H 'Prefer: handling=strict' "$@"; }
organizer() { ask -H "X-Api-Key: $ORGANIZER_KEY" "$@"; }
# The first member of that name in what is read.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

session=$(ask -d "{ \"email\": \"$JUDGE_EMAIL\", \"password\": \"$JUDGE_PASSWORD\" }" "$MUSTER_URL/auth/signin")
access=$(echo "$session" | first access_token)
judge=$(echo "$session" | first id)
team=$(organizer "$MUSTER_URL/events/$TRACK/teams?limit=1" | first id)

organizer -d "{ \"user_id\": \"$judge\", \"role\": \"JUDGE\" }" "$MUSTER_URL/events/$TRACK/roles" > /dev/null
criterion=$(organizer -d '{ "name": "Impact", "weight": 1, "order_index": 0 }' "$MUSTER_URL/events/$TRACK/criteria" | first id)
assignment=$(organizer -d "{ \"judge_user_id\": \"$judge\", \"team_id\": \"$team\" }" \
  "$MUSTER_URL/events/$TRACK/assignments" | first id)

ask -H "Authorization: Bearer $access" -d "{ \"criterion_id\": \"$criterion\", \"value\": 8 }" \
  "$MUSTER_URL/assignments/$assignment/scores" > /dev/null
ask -H "Authorization: Bearer $access" -X POST "$MUSTER_URL/assignments/$assignment/submit" > /dev/null

organizer -X POST "$MUSTER_URL/events/$TRACK/calculate-results" > /dev/null
organizer "$MUSTER_URL/events/$TRACK/results"
