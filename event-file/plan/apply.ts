/** Applies an event file to the database: kind by kind, in one transaction. */
import { adopt, organizationId, adoption, disown } from '../../services/organizations/portable.ts';
import {
  CannotApply,
  type Difference,
  type Kind,
  type OrganizationContext,
  type Scope,
  type ApplyContext,
} from '../../shared/database/portable.ts';
import { reconcile, type ReconcileResult } from '../engine.ts';
import type { EventFile } from '../format/schema.ts';
import * as kinds from '../kinds.ts';
import { entriesOf, peopleOf, type IdOf } from './entries.ts';
import { lossesOf, lossInWords, type ConfirmedLosses } from './losses.ts';
import { resultOf, type ApplyResult } from './result.ts';

/**
 * The advisory lock of an apply: concurrent ones take turns, so that none compares with rows that another one is
 * changing. Applies over HTTP share it, because each changes rows of one organization.
 */
export const applyLock = 727_827_002;

export interface Applied {
  readonly differences: readonly Difference[];
  readonly result: ApplyResult;
  /** Doubts whether the file means this organization, as sentences. */
  readonly doubts: readonly string[];
}
/** The doubts that were confirmed: some, or any. */
export type ConfirmedDoubts = readonly string[] | 'any';

/** Kinds with many rows, of which only those of people in the file are read. */
const personal: readonly Kind[] = [kinds.participants, kinds.registrations, kinds.teamMembers];
/** Lists criteria before people, although they are written last. */
const told = (done: ReadonlyMap<Kind, ReconcileResult>) =>
  [...done.keys()].toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap((kind) => done.get(kind)?.differences ?? []);
const order = entriesOf.map(([kind]) => kind);
const placeOf = (kind: Kind) => (kind === kinds.criteria ? order.indexOf(kinds.points) + 0.5 : order.indexOf(kind));

export async function applyEventFile(start: ApplyContext, file: EventFile): Promise<Applied> {
  const { slug, members } = file.organization;
  const organization_id = await organizationId(start.db, slug);
  const work: OrganizationContext = { ...start, organization_id };
  const done = new Map<Kind, ReconcileResult>();
  const id: IdOf = (kind, name) => done.get(kind)?.ids.get(name) ?? '';
  const own = [{ id: organization_id, ...file.organization }];
  done.set(kinds.organizations, await reconcile(work, kinds.organizations, own, { id: [organization_id] }));
  const named = peopleOf(file).map(({ email }) => email);
  const doubts = await adopt(work, slug, { named, hasMembers: members.length > 0 });
  for (const [kind, entries] of entriesOf) {
    if (kind.many) work.progress(`Comparing ${kind.many}`);
    const rows = entries(file, id, work).map((entry) => ({ organization_id, ...entry }));
    done.set(kind, await reconcile(work, kind, rows, scopeOf(kind, organization_id, file, id)));
  }
  const differences = told(done);
  const texts = (kind: Kind, name: string) => done.get(kind)?.texts.get(name) ?? null;
  const placed = [...(done.get(kinds.registrations)?.ids.values() ?? [])];
  const result = await resultOf(work, file, { id, differences, texts, placed });
  return { differences, result, doubts: doubts.map((doubt) => `${slug} ${doubt}.`) };
}

function scopeOf(kind: Kind, organization_id: string, file: EventFile, id: IdOf): Scope {
  const { super_events } = file;
  return {
    organization_id: [organization_id],
    super_event_id: super_events.map(({ slug }) => id(kinds.superEvents, slug)),
    event_id: super_events.flatMap(({ slug, tracks }) =>
      tracks.map((track) => id(kinds.tracks, `${slug}/${track.slug}`)),
    ),
    ...(personal.includes(kind) && {
      user_id: super_events.flatMap(({ participants }) => participants.map(({ email }) => id(kinds.people, email))),
    }),
  };
}

/** The things that a person has agreed to. */
export interface Agreed {
  readonly doubts?: ConfirmedDoubts;
  readonly losses?: ConfirmedLosses;
}

/** Refuses, and so rolls everything back, if there are doubts that nobody has confirmed, or people would lose something. */
export async function applyUnlessDoubtful(
  work: ApplyContext,
  file: EventFile,
  { doubts = [], losses = [] }: Agreed = {},
): Promise<Applied> {
  const applied = await applyEventFile(work, file);
  refuseLosses(applied, losses);
  const open = doubts === 'any' ? [] : applied.doubts.filter((doubt) => !doubts.includes(doubt));
  if (open.length === 0) return applied;
  throw new CannotApply(
    [...open, 'Nothing was changed.'].join(' '),
    `If ${file.organization.slug} is the organization you mean, apply with --adopt. Otherwise write another slug in the file.`,
  );
}

function refuseLosses({ differences }: Applied, agreed: ConfirmedLosses): void {
  const open = agreed === 'any' ? [] : lossesOf(differences).filter(({ email }) => !agreed.includes(email));
  if (open.length === 0) return;
  throw new CannotApply(
    [...open.map((loss) => `${lossInWords(loss)}.`), 'Nothing was changed.'].join('\n'),
    'If that is meant, apply with --yes. To keep what was decided since, export first and apply that with your changes.',
  );
}

// Applies an event file over HTTP, to the person's own organization.

/**
 * Like `applyEventFile`, but the slug does not count as the file's own afterwards. Otherwise an organization that took
 * over a slug could remove the doubts that warn the operator of it.
 */
export async function applyWithin(work: ApplyContext, file: EventFile): Promise<Applied> {
  const { slug } = file.organization;
  const wasAdopted = await adoption(work.db, slug);
  const applied = await applyEventFile(work, file);
  if (!wasAdopted) await disown(work.db, slug);
  return applied;
}
