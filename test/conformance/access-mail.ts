/** The callers that pass the guard of the endpoints of announcements, and the announcement they ask about. */
import type { Stage } from '../support/stage.ts';
import type { Row, Scene } from './access-matrix.ts';
import { actors } from './actors.ts';

export interface Announced {
  readonly announcement: string;
  /** Of the link by which somebody stops the emails. */
  readonly token: string;
}

const organize = ['OWNER', 'ADMIN', 'ORGANIZER'] as const;
const ofHackathon = ({ hack }: Scene) => ({ slug: hack.slug });
const ofAnnouncement = ({ announced }: Scene) => ({ id: announced.announcement });
const ofLink = ({ announced }: Scene) => ({ token: announced.token });

export const mail: Record<string, Row> = {
  'mail.listAnnouncements': { may: organize, params: ofHackathon },
  'mail.createAnnouncement': {
    may: organize,
    params: ofHackathon,
    body: () => ({ subject: 'Doors', body: 'At nine.' }),
  },
  'mail.previewAnnouncement': { may: organize, params: ofHackathon, body: () => ({ body: 'At nine.' }) },
  'mail.getAnnouncement': { may: organize, params: ofAnnouncement },
  'mail.updateAnnouncement': { may: organize, params: ofAnnouncement, body: () => ({ subject: 'Doors at ten' }) },
  'mail.deleteAnnouncement': { may: organize, params: ofAnnouncement },
  'mail.testAnnouncement': { may: organize, params: ofAnnouncement },
  'mail.sendAnnouncement': { may: organize, params: ofAnnouncement },
  'mail.cancelAnnouncement': { may: organize, params: ofAnnouncement },
  'mail.readSubscription': { may: actors, params: ofLink },
  'mail.unsubscribe': { may: actors, params: ofLink },
  'mail.resubscribe': { may: actors, params: ofLink },
};

/** Goes to nobody. */
export async function announced(
  { rows }: Pick<Stage, 'rows'>,
  { organization_id, id }: { readonly organization_id: string; readonly id: string },
  { id: user_id }: { readonly id: string },
): Promise<Announced> {
  const [made] = await rows<Announced>`
    with announcement as (
      insert into mail.announcement (organization_id, super_event_id, subject, body, audience, created_by)
      values (${organization_id}, ${id}, 'Doors', 'At nine.', '{"statuses": ["rejected"]}', ${user_id}) returning id
    ), subscription as (
      insert into mail.subscription (organization_id, user_id) values (${organization_id}, ${user_id}) returning token
    )
    select announcement.id as announcement, subscription.token from announcement, subscription`;
  return made as Announced;
}
