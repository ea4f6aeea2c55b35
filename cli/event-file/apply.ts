/** Brings the database in line with an event file: every service's part in order, in one transaction. */
import { pointKey, reconcilePoints } from '../../services/check-in/event-file.ts';
import { reconcileEvents, type EventIds } from '../../services/events/event-file.ts';
import { reconcileKeys, reconcilePeople } from '../../services/identity/event-file.ts';
import { criterionKey, reconcileCriteria } from '../../services/judging/event-file.ts';
import { reconcileMembers, reconcileOrganization } from '../../services/organizations/event-file.ts';
import { reconcileParticipants } from '../../services/registrations/event-file.ts';
import { reconcileTeams, teamKey } from '../../services/teams/event-file.ts';
import type { Difference, OrganizationWork, Work } from '../../shared/database/reconcile.ts';
import type { EventFile } from './normalize.ts';
import { peopleOf } from './people.ts';
import { judgedTracksOf, participantsOf, pointsOf, teamsOf } from './placed.ts';
import { resultOf, type ApplyResult } from './result.ts';

export interface Applied {
  readonly differences: readonly Difference[];
  readonly result: ApplyResult;
}
type Ids = ReadonlyMap<string, string>;
export interface Resolved extends EventIds {
  readonly people: Ids;
}

export async function applyEventFile(start: Work, file: EventFile): Promise<Applied> {
  const organization = await reconcileOrganization(start, file.organization);
  const work: OrganizationWork = { ...start, organization_id: organization.id };
  work.progress('Comparing people');
  const people = await reconcilePeople(work, peopleOf(file));
  const members = await reconcileMembers(work, file.organization.members, people.ids);
  const events = await reconcileEvents(work, file.super_events, people.ids);
  const resolved: Resolved = { ...events.ids, people: people.ids };
  const points = await reconcilePoints(work, [...events.ids.superEvents.values()], pointsOf(file, resolved));
  work.progress('Comparing participants');
  const participants = await reconcileParticipants(work, participantsOf(file, resolved));
  work.progress('Comparing teams');
  const teams = await reconcileTeams(work, teamsOf(file, resolved));
  const keys = await reconcileKeys(
    work,
    file.api_keys.map((key) => ({ ...key, user_id: people.ids.get(key.user) ?? '' })),
  );
  // Last, because organizers who change weights wait for the end of it.
  const criteria = await reconcileCriteria(work, judgedTracksOf(file, resolved));
  const differences = [
    ...[organization, people].flatMap((part) => part.differences),
    ...members,
    ...[events, points, criteria, participants, teams, keys].flatMap((part) => part.differences),
  ];
  const result = resultOf(file, {
    ...resolved,
    organization_id: organization.id,
    differences,
    isPruned: work.prune,
    pointId: (point) => points.ids.get(pointKey(point)),
    criterionId: (criterion) => criteria.ids.get(criterionKey(criterion)),
    teamId: (team) => teams.ids.get(teamKey(team)),
    places: participants.places,
    texts: keys.texts,
  });
  return { differences, result };
}
