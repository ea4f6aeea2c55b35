#!/bin/sh
# Somebody applies, is accepted, and is checked in at the door.
# MUSTER_URL, HACKATHON and TRACK (ids or slugs), PARTICIPANT_KEY, ORGANIZER_KEY and KIOSK_KEY say where and who.
set -eu

ask() { curl -sS --fail-with-body -H 'Content-Type: application/json' -H 'Prefer: handling=strict' "$@"; }
# The first member of that name in what is read.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

parent=$(ask -H "X-Api-Key: $PARTICIPANT_KEY" -d '{}' "$MUSTER_URL/super-events/$HACKATHON/register" | first id)
place=$(ask -H "X-Api-Key: $PARTICIPANT_KEY" -d "{ \"super_event_registration_id\": \"$parent\" }" \
  "$MUSTER_URL/events/$TRACK/register")
registration=$(echo "$place" | first id)
token=$(echo "$place" | first checkin_token)

ask -H "X-Api-Key: $ORGANIZER_KEY" -X PATCH -d '{ "status": "accepted" }' \
  "$MUSTER_URL/registrations/$registration/status" > /dev/null

# The nonce makes it safe to scan again when an answer is lost.
point=$(ask -H "X-Api-Key: $KIOSK_KEY" "$MUSTER_URL/events/$TRACK/checkin-points" | first id)
ask -H "X-Api-Key: $KIOSK_KEY" -d "{ \"token\": \"$token\", \"nonce\": \"$registration\" }" \
  "$MUSTER_URL/checkin-points/$point/scan"
