/** Kiosks and boards, for operators. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toString as drawn } from 'qrcode';
import { addDevice, removeDevice } from '../../event-file/keys.ts';
import { listDevices, type ListedDevice } from '../../services/identity/portable.ts';
import { deviceKinds, type DeviceKind } from '../../shared/contract/vocabulary.ts';
import { inDatabase } from '../database.ts';
import { keyEndedMessage, inTransaction } from '../transaction.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { table } from '../../shared/base/words.ts';

interface AddOptions {
  org: string;
  event: string;
  kind: string;
  name: string;
  point?: string[] | undefined;
  search?: boolean | undefined;
  answers?: boolean | undefined;
  prints?: boolean | undefined;
  pin?: string | undefined;
}

export function add(options: AddOptions, output: CommandOutput): Promise<ExitCode> {
  const kind = kindOrFail(options);
  const name = options.name.trim();
  if (name === '') throw new CommandFailure('--name is empty.', 'Name the device.', exitCodes.wrongUsage);
  return inDatabase(output, async (db) => {
    const place = await placeOrFail(db, options);
    const point_ids = options.point ? await pointsOrFail(db, place, options.point) : null;
    const { organization_id, super_event_id } = place;
    const allowed = {
      ...{
        may_search: options.search === true,
        sees_answers: options.answers === true,
        prints: options.prints === true,
      },
      pin: pinOrFail(options),
    };
    const wanted = { super_event_id, around: options.event, kind, name, point_ids, ...allowed };
    const { id, url } = await inTransaction(db, output, {}, (work) => addDevice({ ...work, organization_id }, wanted));
    output.say(`${name} is added. Open this address on it within ten minutes, or scan it there:`);
    output.say(await drawn(url, { type: 'terminal', small: true }));
    output.answer(
      {
        id,
        kind,
        name,
        organization: options.org,
        super_event: options.event,
        code: new URL(url).hash.slice(1),
        url,
      },
      url,
    );
    return exitCodes.done;
  });
}

export function list({ org }: { org?: string | undefined }, output: CommandOutput): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const devices = (await listDevices(db, org)).map(shown);
    const rows = devices.map((device) => [
      ...[device.id, device.kind, device.name, device.organization, device.super_event],
      ...[
        device.is_paired ? 'yes' : 'no',
        device.last_seen_at ?? '-',
        String(device.queued ?? '-'),
        device.version ?? '-',
      ],
    ]);
    const heading = ['ID', 'KIND', 'NAME', 'ORGANIZATION', 'SUPER EVENT', 'PAIRED', 'LAST SEEN', 'QUEUED', 'VERSION'];
    output.answer({ devices }, rows.length > 0 ? table([heading, ...rows]) : 'No devices.');
    return exitCodes.done;
  });
}

/** By its id; by its key or its name where only one has it. */
export function remove(
  { device, org }: { device: string; org?: string | undefined },
  output: CommandOutput,
): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const found = (await listDevices(db, org)).filter(({ id, key, name }) => [id, key, name].includes(device));
    const one = onlyOne(found, device);
    const { organization_id } = one;
    let isHeard = false;
    const heard = (is: boolean) => void (isHeard = is);
    await inTransaction(db, output, { heard }, (work) => removeDevice({ ...work, organization_id }, one));
    const { id, name } = one;
    output.answer({ removed: { id, name } }, `Removed ${name}.`);
    output.say(keyEndedMessage(isHeard));
    return exitCodes.done;
  });
}

function pinOrFail({ pin }: AddOptions): string | undefined {
  if (pin === undefined || /^\d{4,8}$/.test(pin)) return pin;
  throw new CommandFailure('--pin has the wrong form.', 'A PIN has four to eight digits.', exitCodes.wrongUsage);
}

function kindOrFail({ kind, point, search, answers, prints, pin }: AddOptions): DeviceKind {
  const known = deviceKinds.find((each) => each === kind);
  if (!known) {
    throw new CommandFailure(`--kind ${kind} is none.`, `Known are: ${deviceKinds.join(', ')}`, exitCodes.wrongUsage);
  }
  if (known === 'board' && (search || answers || prints || pin !== undefined)) {
    const next = 'Leave out --search, --answers, --prints and --pin.';
    throw new CommandFailure('A board only shows.', next, exitCodes.wrongUsage);
  }
  if (known !== 'board' || !point) return known;
  throw new CommandFailure('A board has no points.', 'Leave out --point: it shows all.', exitCodes.wrongUsage);
}

interface Place {
  readonly organization_id: string;
  readonly super_event_id: string;
}

async function placeOrFail(db: EntityManager, { org, event }: AddOptions): Promise<Place> {
  const { rows } = await sql<Place & { slug: string }>`
    select o.id as organization_id, s.id as super_event_id, s.slug
      from published.organizations o join published.super_events s on s.organization_id = o.id
     where o.slug = ${org} order by s.slug`.execute(db.getKysely());
  const found = rows.find(({ slug }) => slug === event);
  if (found) return found;
  const known = rows.map(({ slug }) => slug).join(', ');
  throw new CommandFailure(
    `${org} has no super event ${event}.`,
    known ? `Known are: ${known}` : 'Apply an event file first: muster apply -f FILE',
  );
}

/** By the keys that the event file gives them. */
async function pointsOrFail(db: EntityManager, { super_event_id }: Place, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, key from check_in.point where super_event_id = ${super_event_id} order by key`.execute(db.getKysely());
  const unknown = keys.filter((key) => !rows.some((row) => row.key === key));
  if (unknown.length === 0) return rows.filter(({ key }) => keys.includes(key)).map(({ id }) => id);
  throw new CommandFailure(
    `There is no point ${unknown.join(', ')}.`,
    `Known are: ${rows.map(({ key }) => key).join(', ')}`,
  );
}

function onlyOne(found: readonly ListedDevice[], device: string): ListedDevice {
  const [one, ...others] = found;
  if (!one) throw new CommandFailure(`No device is called ${device}.`, 'muster devices list shows those there are.');
  if (others.length === 0) return one;
  throw new CommandFailure(
    `Several devices are called ${device}.`,
    `Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
  );
}

const shown = ({
  id,
  kind,
  name,
  organization,
  super_event,
  is_paired,
  last_seen_at,
  queued,
  version,
}: ListedDevice) => ({
  ...{ id, kind, name, organization, super_event, is_paired },
  last_seen_at: last_seen_at && new Date(last_seen_at).toISOString(),
  ...{ queued, version },
});
