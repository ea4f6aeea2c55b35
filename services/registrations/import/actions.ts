/** Imports of people: plan, apply as a job, and status. */
import { errors } from '../../../shared/contract/errors.ts';
import { problemsAtMost, type lineStatuses } from '../../../shared/contract/imports.ts';
import { textBody } from '../../../shared/contract/concerns.ts';
import { routes } from '../../../shared/contract/index.ts';
import { actorOf } from '../../../shared/base/viewer.ts';
import { Failure } from '../../../shared/base/failure.ts';
import { authorize } from '../../../shared/kit/access.ts';
import type { Action } from '../../../shared/kit/implement.ts';
import { runWrite } from '../../../shared/kit/unit-of-work.ts';
import { decideLines } from './decide.ts';
import { hasAddresses, type LineProblem } from './lines.ts';
import { standingOf } from './circumstances.sql.ts';
import { createImport, progressOf, keepPart } from './imports.sql.ts';
import { readSent } from './reading.ts';

/** Asks the guard of the action that is to read it. */
const keepTable: Action<'registrations.keepTable'> = async (ctx) => {
  const { action, path, part, ...rest } = ctx.params;
  const { endpoint } = routes.find((route) => route.action === action) ?? {};
  if (!endpoint || !textBody.of(endpoint)?.kept || typeof endpoint.access !== 'object')
    throw new Error(`${action} reads no table.`);
  const found = await authorize(ctx.db, ctx.viewer, endpoint.access, path);
  if ('refused' in found) throw new Failure(found.refused);
  await keepPart(ctx.db, { ...rest, user_id: ctx.viewer.user_id, content: Buffer.from(part, 'base64') });
  return { kept: true };
};

const planImport: Action<'registrations.planImport'> = async (ctx) => {
  const { db, resource } = ctx;
  const { columns, lines, problems } = await readSent(ctx);
  const { known, around } = await standingOf(
    db,
    resource.id,
    lines.map(({ email }) => email),
  );
  const verdicts = decideLines(lines, known, around);
  const refused = verdicts.flatMap(({ line: { line, code: own }, code }): LineProblem[] =>
    code && !own ? [{ line, column: null, code, message: errors[code][1] }] : [],
  );
  const count = (status: (typeof lineStatuses)[number]) => verdicts.filter((each) => each.status === status).length;
  return {
    columns: [...columns],
    rows: lines.length,
    problems: [...problems, ...refused].sort((a, b) => a.line - b.line).slice(0, problemsAtMost),
    would: { invited: count('invited'), enrolled: count('enrolled'), unchanged: count('unchanged') },
  };
};

const withoutAddresses = {
  ...{ field: 'mapping', code: 'required', message: 'mapping must name a column for the email address' },
};

const applyImport: Action<'registrations.applyImport'> = async (ctx) => {
  const { viewer, resource, writeKey, params } = ctx;
  const { columns, lines } = await readSent(ctx);
  if (!hasAddresses(columns)) return ctx.fail('VALIDATION_FAILED', { errors: [withoutAddresses] });
  const { organization_id, id: super_event_id } = resource;
  const { user_id, key_id, session_id } = viewer;
  const [action, who] = ['registrations.applyImport', { user_id, key_id, session_id, request_id: ctx.requestId }];
  const { answer, replayed } = await runWrite(ctx.db, {
    key: writeKey ? { scope: actorOf(viewer), action, key: writeKey } : undefined,
    who,
    input: params,
    run: async (tx) => {
      const id = await createImport(tx, { organization_id, super_event_id, ...who }, lines);
      const author = { organization_id, super_event_id, ...who, action };
      const changes = [{ fact: null, ids: { import_id: id }, before: {}, after: { rows: lines.length } }];
      return { status: 202, answer: { job: { id, status: 'running' } }, author, changes };
    },
  });
  if (replayed) ctx.markReplayed();
  const { job } = answer as { readonly job: { readonly id: string; readonly status: 'running' } };
  ctx.setLocation(`/super-events/${super_event_id}/import/jobs/${job.id}`);
  return { job };
};

const getImport: Action<'registrations.getImport'> = async (ctx) => {
  const which = { id: ctx.params.jobId, super_event_id: ctx.resource.id };
  const { rows, goes_on, lines } = (await progressOf(ctx.db, which)) ?? ctx.fail('NOT_FOUND');
  const count = (status: (typeof lineStatuses)[number]) => lines.filter((each) => each.status === status).length;
  return {
    status: lines.length === rows ? 'done' : goes_on ? 'running' : 'failed',
    rows,
    lines: lines.flatMap(({ line, status, code }) => (status ? [{ line, status, ...(code && { code }) }] : [])),
    counts: {
      enrolled: count('enrolled'),
      invited: count('invited'),
      unchanged: count('unchanged'),
      refused: count('refused'),
    },
  };
};

export const imports = { keepTable, planImport, applyImport, getImport };
