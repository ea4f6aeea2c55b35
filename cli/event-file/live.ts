/** Everything an event file can say about one super event, as it is at one moment. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { readPoints, type LivePoint } from '../../services/check-in/event-file.ts';
import { readEvents, type LiveEvents, type NamedSuperEvent } from '../../services/events/event-file.ts';
import { listKeys, readPeople, type ListedKey, type LivePerson } from '../../services/identity/event-file.ts';
import { readCriteria, type LiveCriterion } from '../../services/judging/event-file.ts';
import { readOrganization, type LiveOrganization } from '../../services/organizations/event-file.ts';
import { readParticipants, type LiveParticipant } from '../../services/registrations/event-file.ts';
import { readTeams, type LiveTeam } from '../../services/teams/event-file.ts';
import { transaction } from '../../shared/database/transaction.ts';

export interface Live extends LiveEvents {
  readonly organization: LiveOrganization;
  readonly points: readonly LivePoint[];
  readonly criteria: readonly LiveCriterion[];
  readonly participants: readonly LiveParticipant[];
  readonly teams: readonly LiveTeam[];
  readonly keys: readonly ListedKey[];
  /** Everybody named by the rest, by email. */
  readonly people: readonly LivePerson[];
}

/** One snapshot, which waits for nobody and keeps nobody waiting. */
export function readLive(db: EntityManager, { id, organization: slug }: NamedSuperEvent): Promise<Live> {
  return transaction(
    db,
    async (tx) => {
      const organization = await readOrganization(tx, slug);
      const events = await readEvents(tx, id);
      const points = await readPoints(tx, id);
      const criteria = await readCriteria(tx, id);
      const participants = await readParticipants(tx, id);
      const teams = await readTeams(tx, id);
      const keys = await listKeys(tx, slug);
      const members = teams.flatMap((team) => team.members);
      const named = [organization.members, events.roles, participants, members, keys].flat();
      const people = await readPeople(tx, [...new Set(named.map(({ user_id }) => user_id))]);
      return { ...events, organization, points, criteria, participants, teams, keys, people };
    },
    { isSnapshot: true },
  );
}
