/** Creates the objects that tests need. Those that no endpoint creates are inserted as the event file would. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { mintKey } from '../../shared/base/api-key.ts';
import type { OrganizationRole, PointType, RegistrationStatus, TrackRole } from '../../shared/contract/vocabulary.ts';
import type { Person } from './client.ts';
import type { Rows } from './stage.ts';

type Columns = Record<string, unknown>;
export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}
export interface SuperEvent {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly organization_id: string;
}
export interface Track extends SuperEvent {
  readonly super_event_id: string;
}
export interface Place {
  readonly id: string;
  readonly token: string;
  readonly parent: { readonly id: string; readonly token: string };
}

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** Creates objects in one database. */
export class Fixtures {
  readonly #rows: Rows;
  readonly #keys = new Map<string, Promise<string>>();
  #count = 0;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  organization = (columns: Columns = {}) =>
    this.#insert<Organization>('organizations.organization', { ...this.#named('Org'), ...columns });

  async superEvent(organization: { id: string }, columns: Columns = {}): Promise<SuperEvent> {
    const made = await this.#insert<SuperEvent>('events.super_event', {
      organization_id: organization.id,
      ...this.#named('Hack'),
      status: 'final',
      tz: 'UTC',
      start_at: inDays(1),
      end_at: inDays(3),
      ...columns,
    });
    await this.#slug('super_event', made);
    return made;
  }

  async track(hackathon: SuperEvent, columns: Columns = {}): Promise<Track> {
    const made = await this.#insert<Track>('events.track', {
      organization_id: hackathon.organization_id,
      super_event_id: hackathon.id,
      ...this.#named('Track'),
      status: 'final',
      mode: 'onsite',
      tz: 'UTC',
      start_at: inDays(1),
      end_at: inDays(3),
      registration: 'open',
      ...columns,
    });
    await this.#slug('event', made);
    return made;
  }

  person(columns: Columns = {}): Promise<Person> {
    const { slug, name } = this.#named('Person');
    return this.#insert<Person>('identity.person', {
      name,
      email: `${slug}@muster.test`,
      email_confirmed_at: new Date().toISOString(),
      ...columns,
    });
  }

  async member(organization: { id: string }, role: OrganizationRole, columns: Columns = {}): Promise<Person> {
    const person = await this.person(columns);
    await this.#insert('organizations.member', { organization_id: organization.id, user_id: person.id, role });
    return person;
  }

  async role(person: Person, track: Track, role: TrackRole): Promise<void> {
    await this.#insert('events.track_role', { event_id: track.id, user_id: person.id, role });
  }

  async applied(
    person: Person,
    hackathon: SuperEvent,
    status: RegistrationStatus = 'accepted',
  ): Promise<Place['parent']> {
    const [known] = await this.#rows<Place['parent']>`
      select id, checkin_token as token from registrations.super_event_registration
       where super_event_id = ${hackathon.id} and user_id = ${person.id}`;
    if (known) return known;
    const made = await this.#insert<{ id: string; checkin_token: string }>('registrations.super_event_registration', {
      organization_id: hackathon.organization_id,
      super_event_id: hackathon.id,
      user_id: person.id,
      status,
    });
    if (status === 'accepted') {
      await this.#rows`insert into registrations.seat values (${hackathon.id}, 1)
                       on conflict (super_event_id) do update set accepted = seat.accepted + 1`;
    }
    return { id: made.id, token: made.checkin_token };
  }

  /** Registers a person, with a parent of the same status unless they have one already. */
  async registered(
    person: Person,
    track: Track,
    status: RegistrationStatus = 'accepted',
    columns: Columns = {},
  ): Promise<Place> {
    const hackathon = { ...track, id: track.super_event_id };
    const parent = await this.applied(person, hackathon, status);
    const made = await this.#insert<{ id: string; checkin_token: string }>('registrations.registration', {
      organization_id: track.organization_id,
      super_event_id: track.super_event_id,
      event_id: track.id,
      super_event_registration_id: parent.id,
      user_id: person.id,
      status,
      ...columns,
    });
    return { id: made.id, token: made.checkin_token, parent };
  }

  /** Registers this many accepted people at once, without seats; returns their tokens. */
  crowd(track: Track, size: number): Promise<{ token: string }[]> {
    return this.#rows`
      with person as (
        insert into identity.person (name, email)
        select 'Guest ' || n, 'guest-' || n || '@muster.test' from generate_series(1, ${size}::int) n returning id
      ), parent as (
        insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
        select ${track.organization_id}, ${track.super_event_id}, id, 'accepted' from person returning id, user_id
      )
      insert into registrations.registration
        (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
      select ${track.organization_id}, ${track.super_event_id}, ${track.id}, id, user_id, 'accepted' from parent
      returning checkin_token as token`;
  }

  point(
    place: SuperEvent | Track,
    columns: Columns & { type?: PointType } = {},
  ): Promise<{ id: string; name: string }> {
    const { slug, name } = this.#named('Door');
    const isTrack = 'super_event_id' in place;
    return this.#insert('check_in.point', {
      organization_id: place.organization_id,
      super_event_id: isTrack ? place.super_event_id : place.id,
      event_id: isTrack ? place.id : null,
      key: slug,
      name,
      type: 'attendance',
      opens_at: inDays(-1),
      closes_at: inDays(1),
      ...columns,
      ...(columns.requirements !== undefined && { requirements: JSON.stringify(columns.requirements) }),
    });
  }

  /** Creates a team whose leader is the first person. */
  async team(track: Track, people: readonly Person[], columns: Columns = {}): Promise<{ id: string; name: string }> {
    const { name } = this.#named('Team');
    const place = { super_event_id: track.super_event_id, event_id: track.id };
    const team = await this.#insert<{ id: string; name: string }>('teams.team', {
      organization_id: track.organization_id,
      ...place,
      name,
      ...columns,
    });
    for (const [position, person] of people.entries()) {
      const role = position === 0 ? 'LEADER' : 'MEMBER';
      await this.#insert('teams.member', { team_id: team.id, ...place, user_id: person.id, role });
    }
    return team;
  }

  /** Returns the text of the person's key in this organization. */
  keyOf(person: Person, organization: { id: string }): Promise<string> {
    const whose = `${person.id} ${organization.id}`;
    const known = this.#keys.get(whose) ?? this.key(person, organization);
    this.#keys.set(whose, known);
    return known;
  }

  async key(person: Person, organization: { id: string }, columns: Columns = {}): Promise<string> {
    const { text, public_id, secret_hash } = mintKey();
    await this.#insert('identity.api_key', {
      public_id,
      secret_hash: Buffer.from(secret_hash, 'hex'),
      organization_id: organization.id,
      user_id: person.id,
      label: randomUUID(),
      ...columns,
    });
    return text;
  }

  #named(what: string) {
    this.#count += 1;
    return { slug: `${what.toLowerCase()}-${this.#count}`, name: `${what} ${this.#count}` };
  }

  async #slug(kind: string, { organization_id, slug, id }: SuperEvent): Promise<void> {
    await this.#insert('events.slug', { organization_id, kind, slug, target_id: id });
  }

  async #insert<Row>(table: string, columns: Columns): Promise<Row> {
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    const values = sql.join(Object.values(columns));
    const [row] = await this.#rows<Row>`insert into ${sql.table(table)} (${names}) values (${values}) returning *`;
    if (!row) throw new Error(`Nothing was inserted into ${table}.`);
    return row;
  }
}
