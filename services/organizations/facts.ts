/** Reads facts: by page, and for the gateway's streams. */
import { authorize } from '../../shared/kit/access.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { may } from '../../shared/contract/endpoint.ts';
import { factTypes, type FactType } from '../../shared/contract/facts.ts';
import { presentPosition, readFacts as read } from '../../shared/database/facts.ts';
import { whoMayRead } from './organizations.sql.ts';

interface Chosen {
  readonly types?: string | undefined;
  readonly super_event_id?: string | undefined;
}
type Refused = 'VALIDATION_FAILED' | 'NOT_FOUND' | 'PERMISSION_DENIED' | 'SECOND_FACTOR_MISSING';
type Choosing = Pick<Ctx<Chosen, Refused>, 'params' | 'fail'> & Pick<Ctx, 'db' | 'resource' | 'viewer'>;

export const listFacts: Action<'organizations.listFacts'> = async (ctx) => {
  const chosen = await choose(ctx);
  const { after = null, limit } = ctx.params;
  const [page] = await read(ctx.db, [{ ...chosen, after, limit }]);
  if (!page || page === 'expired') return ctx.fail('POSITION_EXPIRED');
  return page;
};

export const streamFacts: Action<'organizations.streamFacts'> = async (ctx) => {
  const chosen = await choose(ctx);
  const { after } = ctx.params;
  if (after === undefined) return { ...chosen, after: await presentPosition(ctx.db) };
  const [page] = await read(ctx.db, [{ ...chosen, after, limit: 1 }]);
  if (page === 'expired') return ctx.fail('POSITION_EXPIRED');
  return { ...chosen, after };
};

export const readFacts: Action<'organizations.readFacts'> = async ({ db, params }) => {
  const pages = await read(db, params.readings);
  return { pages: pages.map((page) => (page === 'expired' ? null : page)) };
};

export const checkFactReaders: Action<'organizations.checkFactReaders'> = async ({ db, params }) => ({
  allowed: await whoMayRead(db, params.readers),
});

/** Members read all facts of their organization, other staff those of their hackathons. */
async function choose(ctx: Choosing) {
  const { resource, params } = ctx;
  const { super_event_id = null } = params;
  if (resource.lacks_factor) return ctx.fail('SECOND_FACTOR_MISSING');
  if (resource.member_role === null) await enterHackathon(ctx);
  return { organization_id: resource.id, super_event_id, types: typesIn(ctx) };
}

async function enterHackathon(ctx: Choosing): Promise<void> {
  const { db, resource, params, fail } = ctx;
  if (params.super_event_id === undefined) return fail('PERMISSION_DENIED');
  const viewer = { ...ctx.viewer, organization_id: resource.id };
  const found = await authorize(db, viewer, may('staff', 'super_event', 'super_event_id'), { ...params });
  if (!('refused' in found)) return;
  const { refused } = found;
  return fail(refused === 'PERMISSION_DENIED' || refused === 'SECOND_FACTOR_MISSING' ? refused : 'NOT_FOUND');
}

const known: ReadonlySet<string> = new Set(factTypes);

/** Parses a comma-separated list of types. Null: all except those that must be named. */
function typesIn({ params, fail }: Choosing): FactType[] | null {
  if (params.types === undefined) return null;
  const named = params.types.split(',').map((type) => type.trim());
  const unknown = named.filter((type) => !known.has(type));
  if (unknown.length === 0) return [...new Set(named)] as FactType[];
  const message = `types names what is no fact: ${unknown.join(', ')}`;
  return fail('VALIDATION_FAILED', { errors: [{ field: 'types', code: 'unknownType', message }] });
}
