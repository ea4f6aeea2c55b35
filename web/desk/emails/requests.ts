/** Asks about announcements, and writes them. */
import type { Answer, Params } from '../../../clients/typescript/src/index.ts';
import { writeChanges } from '../../shared/changes.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';

export type Announcement = Answer<'mail', 'getAnnouncement'>['announcement'];
export type Audience = NonNullable<Params<'mail', 'createAnnouncement'>['audience']>;
export type Preview = Answer<'mail', 'previewAnnouncement'>;

export interface Draft {
  readonly subject: string;
  readonly body: string;
  readonly audience: Audience;
  /** Null: not by itself. */
  readonly send_at: string | null;
}

export async function readAnnouncements({ id }: Hackathon, signal: AbortSignal): Promise<readonly Announcement[]> {
  const { announcements } = await api.mail.listAnnouncements({ slug: id }, { signal });
  return announcements.toReversed();
}

export const readPreview = (
  { id }: Hackathon,
  { subject, body, audience }: Omit<Draft, 'send_at'>,
  signal: AbortSignal,
): Promise<Preview> =>
  api.mail.previewAnnouncement(
    { slug: id, audience, ...(subject.trim() && { subject }), ...(body.trim() && { body }) },
    { signal },
  );

const wantedOf = ({ subject, body, audience, send_at }: Draft) => ({ subject, body, audience, send_at });

/**
 * Saves a new announcement, or what was changed of one, and returns it.
 * @param former As it was when somebody began to change it; null for a new one.
 */
export async function save({ id: slug }: Hackathon, former: Announcement | null, draft: Draft): Promise<Announcement> {
  if (!former) return (await api.mail.createAnnouncement({ slug, ...wantedOf(draft) })).announcement;
  const { id } = former;
  let saved = former;
  await writeChanges<Draft>({
    ...{ before: wantedOf(former), after: wantedOf(draft) },
    write: async (part) => (saved = (await api.mail.updateAnnouncement({ id, ...part })).announcement),
  });
  return saved;
}

export const sendNow = async (id: string): Promise<Announcement> =>
  (await api.mail.sendAnnouncement({ id })).announcement;
export const sendTest = (id: string) => api.mail.testAnnouncement({ id });
export const cancel = (id: string) => api.mail.cancelAnnouncement({ id });
export const remove = (id: string) => api.mail.deleteAnnouncement({ id });
