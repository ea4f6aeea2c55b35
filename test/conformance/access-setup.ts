/** The callers that pass the guard of the endpoints of event files, and an apply that failed. */
import { randomUUID } from 'node:crypto';
import type { Stage } from '../support/stage.ts';
import type { Row, Scene } from './access-matrix.ts';

const administer = ['OWNER', 'ADMIN'] as const;

const empty = ({ acme }: Scene) => ({ version: 1, organization: { slug: acme.slug, name: 'Acme' } });
export const setup: Record<string, Row> = {
  'setup.planEventFile': { may: administer, params: ({ acme }) => ({ orgSlug: acme.slug }), body: empty },
  'setup.applyEventFile': { may: administer, params: ({ acme }) => ({ orgSlug: acme.slug }), body: empty },
  'setup.getEventFileJob': { may: administer, params: ({ acme, job }) => ({ orgSlug: acme.id, jobId: job }) },
  'setup.exportEventFile': { may: administer, params: ({ hack }) => ({ slug: hack.slug }) },
};

/** Of somebody else. */
export async function brokenOff({ rows }: Pick<Stage, 'rows'>, acme: Scene['acme']): Promise<string> {
  const id = randomUUID();
  await rows`
    insert into setup.job (id_hash, organization_id, user_id, input_hash)
    values (sha256(convert_to(${id}, 'UTF8')), ${acme.id}, ${randomUUID()}, '')`;
  return id;
}
