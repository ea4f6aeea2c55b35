/** A hackathon before it begins: people who applied, a key for each, and their requests. */
import { randomUUID } from 'node:crypto';
import { mintKey } from '../shared/base/api-key.ts';
import { calmDown, type Ground } from './ground.ts';
import { onceEach, type Ask, type Asks } from './load/load.ts';

export interface Applicants {
  readonly register: Asks;
  readonly updateStatus: Asks;
  readonly onboard: Asks;
}
const tracks = 4;

/** Creates this many applicants, and as many people with only an account. */
export async function applicants(ground: Ground, people: number): Promise<Applicants> {
  const { fixtures, rows } = ground;
  const organization = await fixtures.organization();
  const hackathon = await fixtures.superEvent(organization);
  const all = await Promise.all(Array.from({ length: tracks }, () => fixtures.track(hackathon)));
  const owner = { 'X-Api-Key': await fixtures.keyOf(await fixtures.member(organization, 'OWNER'), organization) };
  const [field] = await rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, options)
    values (${hackathon.id}, 'select', 'Diet', '["none", "vegan"]') returning id`;
  const applied = await apply(ground, { organization_id: organization.id, super_event_id: hackathon.id, people });
  const decided = await registerAll(ground, await fixtures.track(hackathon));
  const strangers = await rows<{ email: string }>`
    insert into identity.person (name, email, email_confirmed_at)
    select 'Guest ' || n, 'guest-' || n || '@bench.example', now() from generate_series(1, ${people}::int) n returning email`;
  await calmDown(rows);

  const post = (path: string, headers: Ask['headers'], body: object): Ask => ({
    ...{ method: 'POST', path, headers: { ...headers, 'Idempotency-Key': randomUUID() }, body: JSON.stringify(body) },
  });
  return {
    /** Each person registers on one track after the other. */
    register: onceEach((index) => {
      const [person, track] = [applied[Math.floor(index / tracks)], all[index % tracks]];
      if (!person || !track) return undefined;
      const body = { super_event_registration_id: person.id, answers_json: { [field?.id ?? '']: 'vegan' } };
      return post(`/events/${track.id}/register`, { 'X-Api-Key': person.key }, body);
    }),
    updateStatus: onceEach((index) => {
      const id = decided[index];
      return id
        ? { ...post(`/registrations/${id}/status`, owner, { status: 'accepted' }), method: 'PATCH' }
        : undefined;
    }),
    /** Every other address is unknown and gets an invitation. */
    onboard: onceEach((index) => {
      const person = strangers[Math.floor(index / 2)];
      const email = index % 2 === 0 ? person?.email : `new-${index}@bench.example`;
      return person && post(`/super-events/${hackathon.slug}/participants`, owner, { email });
    }),
  };
}

interface Applying {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly people: number;
}

/** Creates the pending parents. */
async function apply({ rows }: Ground, { organization_id, super_event_id, people }: Applying) {
  const keys = Array.from({ length: people }, () => mintKey());
  const [names, hashes] = [keys.map(({ public_id }) => public_id), keys.map(({ secret_hash }) => secret_hash)];
  const parents = await rows<{ id: string; public_id: string }>`
    with person as (
      insert into identity.person (name, email, email_confirmed_at)
      select 'Person ' || k, 'person-' || k || '@bench.example', now()
        from unnest(${names.map((name) => Buffer.from(name).toString('hex'))}::text[]) k
      returning id, email
    ), key as (
      insert into identity.api_key (public_id, secret_hash, organization_id, user_id, label)
      select k.public_id, decode(k.hash, 'hex'), ${organization_id}, p.id, k.public_id
        from unnest(${names}::text[], ${hashes}::text[]) as k (public_id, hash)
        join person p on p.email = 'person-' || encode(convert_to(k.public_id, 'UTF8'), 'hex') || '@bench.example'
      returning public_id, user_id
    ), parent as (
      insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
      select ${organization_id}, ${super_event_id}, user_id, 'pending' from key
      returning id, user_id
    )
    select p.id, k.public_id from parent p join key k on k.user_id = p.user_id`;
  const texts = new Map(keys.map(({ public_id, text }) => [public_id, text]));
  return parents.map(({ id, public_id }) => ({ id, key: texts.get(public_id) ?? '' }));
}

/** Creates pending registrations of all applicants on this track. */
async function registerAll({ rows }: Ground, track: { id: string; super_event_id: string }): Promise<string[]> {
  const registered = await rows<{ id: string }>`
    insert into registrations.registration
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
    select organization_id, super_event_id, ${track.id}, id, user_id, 'pending'
      from registrations.super_event_registration where super_event_id = ${track.super_event_id}
    returning id`;
  return registered.map(({ id }) => id);
}
