/** Brings the database in line with an event file: kind by kind, in one transaction. */
import { adopt, organizationId } from '../../services/organizations/portable.ts';
import {
  CannotApply,
  type Difference,
  type Kind,
  type OrganizationWork,
  type Scope,
  type Work,
} from '../../shared/database/portable.ts';
import { reconcile, type Outcome } from '../engine.ts';
import type { EventFile } from '../format/schema.ts';
import * as kinds from '../kinds.ts';
import { entriesOf, peopleOf, type IdOf } from './entries.ts';
import { resultOf, type ApplyResult } from './result.ts';

export interface Applied {
  readonly differences: readonly Difference[];
  readonly result: ApplyResult;
  /** What speaks against that the organization is the one the file means, as sentences. */
  readonly doubts: readonly string[];
}
/** What people have agreed to: some doubts, or any there may be. */
export type Agreed = readonly string[] | 'any';

/** Such of which there are many, so that only those of people whom the file names are read. */
const personal: readonly Kind[] = [kinds.participants, kinds.registrations, kinds.teamMembers];
/** Criteria are told of before people, though they are written last. */
const told = (done: ReadonlyMap<Kind, Outcome>) =>
  [...done.keys()].toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap((kind) => done.get(kind)?.differences ?? []);
const order = entriesOf.map(([kind]) => kind);
const placeOf = (kind: Kind) => (kind === kinds.criteria ? order.indexOf(kinds.points) + 0.5 : order.indexOf(kind));

export async function applyEventFile(start: Work, file: EventFile): Promise<Applied> {
  const { slug, members } = file.organization;
  const organization_id = await organizationId(start.db, slug);
  const work: OrganizationWork = { ...start, organization_id };
  const done = new Map<Kind, Outcome>();
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

/** Refuses, and so takes everything back, where doubts are left to which nobody has agreed. */
export async function applyWithoutDoubt(work: Work, file: EventFile, agreed: Agreed = []): Promise<Applied> {
  const applied = await applyEventFile(work, file);
  const open = agreed === 'any' ? [] : applied.doubts.filter((doubt) => !agreed.includes(doubt));
  if (open.length === 0) return applied;
  throw new CannotApply(
    [...open, 'Nothing was changed.'].join(' '),
    `If ${file.organization.slug} is the organization you mean, apply with --adopt. Otherwise write another slug in the file.`,
  );
}
