/** A hackathon in which every list that is answered whole has seven items, made at once and so alike as far as they can be. */
import type { Route } from '../../shared/contract/index.ts';
import type { Client } from '../support/client.ts';
import { accessTokenOf, bearer } from '../support/sign-in.ts';
import type { World } from '../support/world.ts';

export const size = 7;

export interface Lists {
  readonly api: Client;
  /** The client for a list: its owner's key, or a session of theirs where it takes one. */
  as(route: Route): Client;
  /** Where a list of this path stands, with the ids of the hackathon in it. */
  at(path: string): string;
}

export async function fill(world: World): Promise<Lists> {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const ada = await world.registered(await world.person(), track);
  const [made] = await world.rows<{ team_id: string; assignment_id: string }>`
    with constant as (
      select ${acme.id}::uuid as organization_id, ${hack.id}::uuid as super_event_id, ${track.id}::uuid as event_id,
             ${olga.id}::uuid as user_id
    ), n as materialized (select n from generate_series(1, ${size}) n),
    hackathons as (
      insert into events.super_event (organization_id, slug, name, status, start_at, end_at)
      select organization_id, 'more-' || n, 'More', 'final', now() + interval '1 day', now() + interval '2 days' from n, constant where n > 1 returning id, organization_id),
    tracks as (
      insert into events.track (organization_id, super_event_id, slug, name)
      select organization_id, id, 'more', 'More' from hackathons returning id, organization_id, super_event_id),
    own_teams as (
      insert into teams.team (organization_id, super_event_id, event_id, name)
      select organization_id, super_event_id, id, 'Own' from tracks returning id, super_event_id, event_id),
    keys as (
      insert into identity.api_key (public_id, secret_hash, organization_id, user_id, label)
      select 'many-' || n, '', organization_id, user_id, 'Key ' || n from n, constant where n > 1),
    passkeys as (
      insert into identity.passkey (user_id, credential_id, public_key, counter, transports, name)
      select user_id, n::text::bytea, '', 0, '{}', 'Phone' from n, constant),
    devices as (
      insert into identity.device (organization_id, super_event_id, kind, name)
      select organization_id, super_event_id, 'kiosk', 'Door' from n, constant),
    people as (
      insert into identity.person (name, email) select 'Ada', 'many-' || n || '@muster.test' from n returning id),
    person as materialized (select id, row_number() over (order by id) as n from people),
    webhooks as (
      insert into webhooks.webhook (organization_id, url, types, status, secret)
      select organization_id, 'https://example.org/', '{team.created}', 'disabled', '' from n, constant),
    roles as (
      insert into events.track_role (event_id, user_id, role)
      select event_id, id, 'JUDGE' from person, constant),
    fields as (
      insert into events.registration_field (super_event_id, field_type, label)
      select super_event_id, 'text', 'Why' from n, constant),
    lists as (
      insert into events.choice_list (organization_id, name) select organization_id, 'list-' || n from n, constant),
    prizes as (
      insert into events.prize (super_event_id, name) select super_event_id, 'Prize' from n, constant),
    announcements as (
      insert into mail.announcement (organization_id, super_event_id, subject, body, created_by)
      select organization_id, super_event_id, 'Doors', 'At nine.', user_id from n, constant),
    invites as (
      insert into events.role_invite (super_event_id, event_id, email, role, invited_by, token_hash)
      select super_event_id, event_id, n || '@muster.test', 'MENTOR', user_id, sha256(n::text::bytea) from n, constant),
    new_teams as (
      insert into teams.team (organization_id, super_event_id, event_id, name)
      select organization_id, super_event_id, event_id, 'Team' from n, constant returning id),
    team as materialized (select id, row_number() over (order by id) as n from new_teams),
    deleted_fields as (
      insert into events.deleted_field (id, super_event_id, label)
      select gen_random_uuid(), super_event_id, 'Question' from n, constant),
    captains as (
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      select team.id, super_event_id, event_id, gen_random_uuid(), 'LEADER' from team, constant
       where team.n not in (1, ${size})),
    own_places as (
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      select o.id, o.super_event_id, o.event_id, user_id, 'LEADER' from own_teams o, constant
       union all select team.id, super_event_id, event_id, user_id, 'LEADER' from team, constant where team.n = ${size}),
    members as (
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      select team.id, super_event_id, event_id, person.id, case person.n when 1 then 'LEADER' else 'MEMBER' end
        from person, team, constant where team.n = 1),
    others as (
      insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
      select h.organization_id, h.id, user_id, 'pending' from hackathons h, constant
       union all select organization_id, super_event_id, user_id, 'pending' from constant),
    submissions as (
      insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by)
      select id, super_event_id, event_id, 'Work', user_id from team, constant),
    criteria as (
      insert into judging.criterion (organization_id, super_event_id, event_id, name, weight, order_index)
      select organization_id, super_event_id, event_id, 'Idea', 0, 1.5 from n, constant returning id),
    assignments as (
      insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id)
      select organization_id, super_event_id, event_id, team.id, person.id
        from team join person using (n), constant returning id, team_id),
    assignment as (select a.id, team.n from assignments a join team on team.id = a.team_id),
    scores as (
      insert into judging.score (assignment_id, criterion_id, value)
      select assignment.id, criteria.id, 1 from assignment, criteria where assignment.n = 1),
    declared as (
      insert into judging.declared_conflict (team_id, judge_user_id, reason)
      select team.id, person.id, 'Colleagues' from team join person using (n)),
    ranking as (
      insert into judging.ranking (event_id, calculated_at) select event_id, now() from constant returning event_id),
    results as (
      insert into judging.result (event_id, team_id, overall_score, rank, assignment_ids, created_at, updated_at)
      select event_id, id, 5, 1, '{}', now(), now() from team, ranking),
    points as (
      insert into check_in.point (organization_id, super_event_id, event_id, key, name, type, opens_at, closes_at)
      select organization_id, super_event_id, place, 'door-' || n, 'Door', 'attendance', now(), now() + interval '1 day'
        from n, constant, lateral (values (null), (event_id)) as places (place) returning id, event_id),
    records as (
      insert into check_in.record (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
      select p.id, r.user_id, r.id, 'manual', 'x', 'x', r.user_id, now()
        from points p join registrations.registration r on r.id = ${ada.id} where p.event_id is not null)
    select (select id from team where n = 1) as team_id, (select id from assignment where n = 1) as assignment_id`;
  const ids: Record<string, string | undefined> = {
    organizations: acme.slug,
    'super-events': hack.id,
    events: track.id,
    assignments: made?.assignment_id,
    registrations: ada.id,
    'super-event-registrations': ada.parent.id,
  };
  const api = world.as(olga, acme);
  let token = '';
  for (let n = 0; n < size; n++) token = await accessTokenOf(world, olga);
  return {
    api,
    as: ({ endpoint }) => (endpoint.access === 'session' ? bearer(world, token) : api),
    at: (path) =>
      path
        .replace(/^\/([^/]+)\/:\w+/, (_, root: string) => `/${root}/${ids[root]}`)
        .replace(':teamId', made?.team_id ?? ''),
  };
}
