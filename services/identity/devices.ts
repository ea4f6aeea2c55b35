/** Kiosks and boards: added by organizers, paired by a code, identified by their own keys. */
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { published } from '../../shared/contract/languages.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Db } from '../../shared/database/database.ts';
import { mintKey } from '../../shared/base/api-key.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { addDevice, hashPairingCode, lockOf, openWithCode, sealWithCode } from './pairing.ts';
import { readTypedCode } from '../../shared/base/session-token.ts';
import * as queries from './devices.sql.ts';

type Adding = Ctx<unknown, 'VALIDATION_FAILED' | 'NOT_FOUND' | 'PERMISSION_DENIED' | 'POINT_NOT_FOUND'>;
interface Wanted {
  readonly kind: queries.Device['kind'];
  readonly super_event_id: string;
  readonly checkin_point_ids?: readonly string[] | undefined;
  readonly may_search?: boolean | undefined;
  readonly sees_answers?: boolean | undefined;
  readonly prints?: boolean | undefined;
  readonly pin?: string | undefined;
  readonly expires_at?: string | undefined;
}

const addDeviceAt =
  (publicUrl: string): Action<'identity.addDevice'> =>
  async (ctx) => {
    const { kind, name, super_event_id, checkin_point_ids, expires_at, pin } = ctx.params;
    const { may_search = false, sees_answers = false, prints = false } = ctx.params;
    const options = { may_search, sees_answers, prints };
    await judgeWanted(ctx, ctx.params);
    await queries.lockDeviceLimits(ctx.db, [super_event_id]);
    const added = await addDevice(ctx.db, publicUrl, {
      ...{ key: null, kind, name, super_event_id },
      ...{ organization_id: ctx.resource.id, created_by: ctx.viewer.user_id, expires_at: expires_at ?? null },
      ...options,
      point_ids: checkin_point_ids ? [...new Set(checkin_point_ids)] : null,
      lock: pin === undefined ? null : await lockOf(pin),
    });
    const { device, pairing } = added ?? ctx.fail('TOO_MANY_DEVICES');
    const said = {
      kind,
      name,
      checkin_point_ids: device.point_ids,
      expires_at: instant(device.expires_at),
      ...options,
    };
    ctx.changed('device.added', { device_id: device.id, super_event_id }, {}, said);
    return { device: shapeOf(device), pairing: { ...pairing, expires_at: instant(pairing.expires_at) } };
  };

const kiosksAlone = ['may_search', 'sees_answers', 'prints', 'pin'] as const;

async function judgeWanted(ctx: Adding, wanted: Wanted) {
  const { kind, super_event_id, checkin_point_ids, expires_at } = wanted;
  const problem = (field: string, code: string, message: string) =>
    ctx.fail('VALIDATION_FAILED', { errors: [{ field, code, message }] });
  if (expires_at !== undefined && new Date(expires_at) <= new Date()) {
    problem('expires_at', 'past', 'expires_at must lie in the future');
  }
  if (kind === 'board' && checkin_point_ids) {
    problem('checkin_point_ids', 'board', 'checkin_point_ids is for kiosks: a board shows the whole hackathon');
  }
  const [forKiosks] = kiosksAlone.filter((option) => wanted[option]);
  if (kind === 'board' && forKiosks) problem(forKiosks, 'board', `${forKiosks} is for kiosks`);
  const place = { user_id: ctx.viewer.user_id, organization_id: ctx.resource.id, super_event_id };
  const may = (await queries.organizes(ctx.db, place)) ?? ctx.fail('NOT_FOUND');
  if (!may) ctx.fail('PERMISSION_DENIED');
  if (!checkin_point_ids) return;
  if (!(await queries.arePointsOf(ctx.db, super_event_id, checkin_point_ids))) ctx.fail('POINT_NOT_FOUND');
}

const listDevices: Action<'identity.listDevices'> = async (ctx) => {
  const organized = await queries.organizedBy(ctx.db, ctx.resource.id, ctx.viewer.user_id);
  if (organized?.length === 0) return ctx.fail('PERMISSION_DENIED');
  const { rows, count } = await readList(ctx, queries.devicesOf(ctx.resource.id, organized, ctx.params.super_event_id));
  return { devices: rows.map(shapeOf), count };
};

const removeDevice: Action<'identity.removeDevice'> = async (ctx) => {
  const { id } = ctx.resource;
  const removed = (await queries.remove(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { super_event_id, key_id, kind, name, removed_at } = removed;
  const said = { kind, name };
  ctx.changed(
    'device.removed',
    { device_id: id, super_event_id },
    { ...said, removed_at: null },
    { ...said, removed_at: instant(removed_at) },
  );
  if (key_id !== null) ctx.broadcast('access-ended', { id: key_id });
  return { deleted: true };
};

/** Lets a device that is paired already ask before it takes another place. */
const readPairing: Action<'identity.readPairing'> = async (ctx) => {
  const code_hash = hashPairingCode(readTypedCode(ctx.params.code));
  const { kind, device, name, name_i18n } =
    (await queries.waitingFor(ctx.db, code_hash)) ?? ctx.fail('PAIRING_NOT_FOUND');
  return { device: { kind, name: device }, super_event: { name, ...published('name_i18n', name_i18n) } };
};

/** A retry with the same write key gets the same key. */
const pairDevice: Action<'identity.pairDevice'> = async (ctx) => {
  const code = readTypedCode(ctx.params.code);
  const code_hash = hashPairingCode(code);
  const run = async (tx: Db) => {
    const { text, ...key } = mintKey();
    const id = (await queries.pair(tx, code_hash, key)) ?? ctx.fail('PAIRING_NOT_FOUND');
    return { id, sealed: sealWithCode(code, text) };
  };
  const { answer } = await writeOnce(ctx, { action: 'identity.pairDevice', scope: code_hash, input: {}, run });
  const device = (await queries.findDevice(ctx.db, answer.id)) ?? ctx.fail('PAIRING_NOT_FOUND');
  return { key: openWithCode(code, answer.sealed), device: shapeOf(device), lock: device.lock };
};

const reportDevice: Action<'identity.reportDevice'> = async (ctx) => {
  const { queued, oldest_queued_at = null, version } = ctx.params;
  const id = ctx.viewer.device?.id ?? ctx.fail('PERMISSION_DENIED');
  const at = await queries.saveReport(ctx.db, id, { queued, oldest_queued_at, version });
  return { received_at: instant(at ?? ctx.fail('UNAUTHENTICATED')) };
};

const shapeOf = (device: queries.Device) => ({
  id: device.id,
  kind: device.kind,
  name: device.name,
  organization_id: device.organization_id,
  super_event_id: device.super_event_id,
  checkin_point_ids: device.point_ids,
  may_search: device.may_search,
  sees_answers: device.sees_answers,
  prints: device.prints,
  is_locked: device.lock !== null,
  created_at: instant(device.created_at),
  paired_at: instant(device.paired_at),
  expires_at: instant(device.expires_at),
  last_seen_at: instant(device.last_seen_at),
  queued: device.queued,
  oldest_queued_at: instant(device.oldest_queued_at),
  version: device.version,
});

export const devicesAt = (publicUrl: string) => ({
  addDevice: addDeviceAt(publicUrl),
  listDevices,
  removeDevice,
  readPairing,
  pairDevice,
  reportDevice,
});
