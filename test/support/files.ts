/** A world whose stored files can be inspected, and hackathons that ask for files. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SuperEvent } from './fixtures.ts';
import { openWorld, type World } from './world.ts';

export interface FileWorld {
  readonly world: World;
  readonly directory: string;
  /** Returns the names of stored files. */
  stored(): Promise<string[]>;
  /** Counts rows and stored files, which should be equal. */
  count(): Promise<{ rows: number; stored: number; unclaimed: number }>;
  close(): Promise<void>;
}

/** Opens such a world. */
export async function openFileWorld(env: Record<string, string> = {}): Promise<FileWorld> {
  const world = await openWorld(env);
  const directory = join(world.dataDir, 'files');
  await mkdir(directory);
  const stored = () => readdir(directory);
  return {
    world,
    directory,
    stored,
    async count() {
      const [row] = await world.rows<{ rows: number; unclaimed: number }>`
        select count(*)::int as rows, (count(*) filter (where claimed_by is null))::int as unclaimed
          from registrations.file`;
      return { rows: row?.rows ?? 0, unclaimed: row?.unclaimed ?? 0, stored: (await stored()).length };
    },
    close: () => world.close(),
  };
}

/** Adds a field to a hackathon's form. */
export async function asksFor(
  world: Pick<World, 'rows'>,
  hack: SuperEvent,
  { field_type = 'file', is_required = false }: { field_type?: string; is_required?: boolean } = {},
): Promise<string> {
  const [field] = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, is_required)
    values (${hack.id}, ${field_type}, ${`A ${field_type}`}, ${is_required}) returning id`;
  return field?.id ?? '';
}

/** Creates a hackathon with two file fields and a text field, and a person with a key. */
export async function opened(world: World, columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const ada = await world.person();
  const [cv, photo, why] = [
    await asksFor(world, hack),
    await asksFor(world, hack),
    await asksFor(world, hack, { field_type: 'text' }),
  ];
  const api = world.as(ada, acme);
  return { acme, hack, ada, api, cv, photo, why, path: `/super-events/${hack.slug}/register` };
}

export const pdf = (size = 100) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 'x')]);
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Part = string | { bytes: Buffer; name: string; type?: string };

/** Builds a form as a browser does. */
export function formOf(parts: Record<string, Part> | readonly (readonly [string, Part])[]): FormData {
  const form = new FormData();
  const entries = (Array.isArray(parts) ? parts : Object.entries(parts)) as readonly (readonly [string, Part])[];
  for (const [name, part] of entries) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([Uint8Array.from(part.bytes)], { type: part.type ?? '' }), part.name);
  }
  return form;
}

export interface RawPart {
  readonly headers: readonly string[];
  readonly content: string | Buffer;
}

/** Builds a body by hand that no browser would send. */
export function rawForm(parts: readonly RawPart[], { ending = '--\r\n' } = {}) {
  const boundary = `x${randomUUID()}`;
  const chunks = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}${ending}`)]),
  };
}

/** Puts a file into the store as the answer of a place in a hackathon, without the way there. */
export async function handedIn(
  world: Pick<World, 'rows'>,
  directory: string,
  { parent, field, bytes, name = 'cv.pdf' }: { parent: string; field: string; bytes: Buffer; name?: string },
): Promise<string> {
  const key = randomUUID();
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, key), bytes);
  await world.rows`
    with handed_in as (
      insert into registrations.file (organization_id, super_event_id, user_id, field_id, key, filename, size, content_type,
                                      sha256, claimed_by)
      select organization_id, super_event_id, user_id, ${field}, ${key}, ${name}, ${bytes.length}, 'application/pdf', '', id
        from registrations.super_event_registration where id = ${parent}
      returning id
    )
    update registrations.super_event_registration p
       set answers_json = p.answers_json || jsonb_build_object(${field}::text, jsonb_build_object('file_id', f.id, 'filename', ${name}::text))
      from handed_in f where p.id = ${parent}`;
  return key;
}
