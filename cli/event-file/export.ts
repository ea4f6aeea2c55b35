/** Composes an event file of what is. Applying it to the same database changes nothing. */
import type { LivePerson } from '../../services/identity/event-file.ts';
import { listed, onlyFilled, some, type Composing } from './export/entries.ts';
import { superEventOf } from './export/places.ts';
import type { Live } from './live.ts';
import type { WrittenEventFile } from './schema.ts';
import { literal } from './source.ts';
import { written } from './times.ts';

export interface Export {
  readonly document: WrittenEventFile;
  /** What is and cannot be said in the file, each the end of a sentence. */
  readonly leftOut: readonly string[];
}

export function composeEventFile(live: Live): Export {
  const people = new Map(live.people.map((person) => [person.id, person]));
  const leftOut: string[] = [];
  const composing: Composing = {
    live,
    person: (user_id) => {
      const found = people.get(user_id);
      if (!found) throw new RangeError(`Nobody has the id ${user_id}.`);
      return found;
    },
    leaveOut: (sentence) => void leftOut.push(sentence),
  };
  const document: WrittenEventFile = {
    version: 1,
    organization: organizationOf(composing),
    users: listed(usersOf(live)),
    super_events: [superEventOf(composing)],
    api_keys: listed(keysOf(composing)),
  };
  return { document: asLiteral(document), leftOut };
}

function organizationOf({ live: { organization }, person }: Composing): WrittenEventFile['organization'] {
  const { slug, name, can_create_events, members } = organization;
  const lines = members.map(({ user_id, role }) => {
    const { email, name: called } = person(user_id);
    return { email, ...(called !== null && { name: called }), role };
  });
  return { slug, name, can_create_events, members: listed(lines) };
}

/** Those of whom another place does not say everything already. */
function usersOf({ people, organization, participants }: Live): NonNullable<WrittenEventFile['users']> {
  const named = new Set([...organization.members, ...participants].map(({ user_id }) => user_id));
  const isToldElsewhere = ({ id, name, onboarded, avatar_url, linkedin_url, github_url }: LivePerson) =>
    named.has(id) && name !== null && onboarded && !avatar_url && !linkedin_url && !github_url;
  return people
    .filter((person) => !isToldElsewhere(person))
    .map(({ email, name, onboarded, avatar_url, linkedin_url, github_url }) => ({
      ...{ email, name },
      ...(!onboarded && { onboarded }),
      ...onlyFilled({
        linkedin_url: linkedin_url ?? undefined,
        github_url: github_url ?? undefined,
        avatar_url: avatar_url ?? undefined,
      }),
    }));
}

const longestLabel = 100;

/** A label that the command line took and a file would not cannot be said. */
function keysOf({ live: { keys }, leaveOut }: Composing): NonNullable<WrittenEventFile['api_keys']> {
  const isSayable = ({ label }: { label: string }) => label === label.trim() && label.length <= longestLabel;
  const unsayable = keys.filter((key) => !isSayable(key)).map(({ label }) => JSON.stringify(label));
  if (unsayable.length > 0) leaveOut(`API keys whose labels no file can have: ${some(unsayable)}`);
  return keys.filter(isSayable).map(({ label, user, expires_at }) => ({
    ...{ label, user },
    ...(expires_at !== null && { expires_at: written(expires_at, null) }),
  }));
}

/** People may call a team what looks like a variable of the environment of whoever applies the file. */
function asLiteral<Value>(value: Value): Value {
  if (typeof value === 'string') return literal(value) as Value;
  if (Array.isArray(value)) return value.map(asLiteral) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asLiteral(member)])) as Value;
}
