#!/bin/sh
# What happens in an organization is sent to a webhook, read as a list, and listened to for some seconds.
# MUSTER_URL, ORGANIZATION, OWNER_KEY and HOOK (an address that takes deliveries) say where, who and whereto.
set -eu

owner() { curl -sS --fail-with-body -H "X-Api-Key: $OWNER_KEY" -H 'Content-Type: application/json' "$@"; }
# The first member of that name in what is read.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

hook=$(owner -d "{ \"url\": \"$HOOK\", \"types\": [\"team.created\", \"submission.created\"] }" \
  "$MUSTER_URL/organizations/$ORGANIZATION/webhooks")
echo "Deliveries are signed with $(echo "$hook" | first secret)"
owner -X POST "$MUSTER_URL/webhooks/$(echo "$hook" | first id)/test"

# From the first page to the last: `next` is where to read on.
page=$(owner "$MUSTER_URL/organizations/$ORGANIZATION/facts?limit=500")
while echo "$page" | grep -q '"has_more":true'; do
  page=$(owner "$MUSTER_URL/organizations/$ORGANIZATION/facts?limit=500&after=$(echo "$page" | first next)")
done

echo "Listening for ${LISTEN:-10} seconds"
owner --no-buffer --max-time "${LISTEN:-10}" \
  "$MUSTER_URL/organizations/$ORGANIZATION/facts/stream?after=$(echo "$page" | first next)" || [ $? -eq 28 ]
