#!/bin/sh
# A team is formed of somebody who is accepted on a track, and hands something in.
# MUSTER_URL, HACKATHON and TRACK (its id), PARTICIPANT_KEY and ORGANIZER_KEY say where and who.
set -eu

ask() { curl -sS --fail-with-body -H 'Content-Type: application/json' -H 'Prefer: handling=strict' "$@"; }
# The first member of that name in what is read.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

person=$(ask -H "X-Api-Key: $PARTICIPANT_KEY" "$MUSTER_URL/auth/user" | first id)

# The key of the request makes it happen once, however often it is sent.
team=$(ask -H "X-Api-Key: $ORGANIZER_KEY" -H "Idempotency-Key: team-of-$person" --retry 3 \
  -d "{ \"name\": \"Comets\", \"trackId\": \"$TRACK\", \"memberUserIds\": [\"$person\"] }" \
  "$MUSTER_URL/super-events/$HACKATHON/team-management/teams" | first id)

ask -H "X-Api-Key: $PARTICIPANT_KEY" \
  -d "{ \"team_id\": \"$team\", \"title\": \"A map of pollen\", \"links\": [\"https://example.org/pollen-map\"] }" \
  "$MUSTER_URL/submissions"
