/** The callers that pass the guard of onboarding, and of requests about all people of a hackathon at once. */
import { randomUUID } from 'node:crypto';
import type { Stage } from '../support/stage.ts';
import { actors } from './actors.ts';
import type { Row, Scene } from './access-matrix.ts';

const administer = ['OWNER', 'ADMIN'] as const;
const organize = [...administer, 'ORGANIZER'] as const;
const staff = [...organize, 'MEMBER', 'MENTOR', 'JUDGE'] as const;
const ofHackathon = ({ hack }: Scene) => ({ slug: hack.id });

export const onboarding: Record<string, Row> = {
  'onboarding.onboard': {
    may: organize,
    params: ({ hack }) => ({ slug: hack.slug }),
    body: () => ({ email: `${randomUUID()}@muster.test` }),
  },
  // Anybody with the link may; without one there is nothing to read.
  'onboarding.readInvite': { may: actors, body: () => ({}) },
  'onboarding.accept': { may: actors, body: () => ({}) },
  'onboarding.acceptAsMyself': { may: [], body: () => ({}) },
};

const oneAddress = () => ({ columns: ['Email'], rows: [[`${randomUUID()}@muster.test`]] });

/** A table that somebody else brought in, of which everything is done. */
export async function broughtIn(
  { rows }: Pick<Stage, 'rows'>,
  { id, organization_id }: Scene['hack'],
): Promise<string> {
  const [made] = await rows<{ id: string }>`
    insert into registrations.people_import (organization_id, super_event_id, user_id, rows)
    values (${organization_id}, ${id}, ${randomUUID()}, 0) returning id`;
  return made?.id ?? '';
}

export const tables: Record<string, Row> = {
  'registrations.exportPeople': { may: organize, params: ofHackathon },
  'registrations.exportFiles': { may: organize, params: ofHackathon },
  'registrations.countAnswers': {
    may: [...organize, 'MEMBER'],
    params: ({ hack, field }) => ({ slug: hack.slug, field_id: field }),
  },
  'registrations.planImport': { may: administer, params: ofHackathon, body: oneAddress },
  'registrations.applyImport': { may: administer, params: ofHackathon, body: oneAddress },
  'registrations.getImport': { may: administer, params: ({ hack, brought }) => ({ slug: hack.id, jobId: brought }) },
  'teams.exportTeams': { may: organize, params: ofHackathon },
  'teams.exportProjects': { may: organize, params: ofHackathon },
  // While the gallery is closed, which it is at first.
  'teams.listProjects': { may: [...staff, 'registered'], hidden: true, params: ofHackathon },
};
