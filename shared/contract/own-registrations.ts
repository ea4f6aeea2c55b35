/** People's own registrations, in all hackathons at once. */
import { wholeList } from './concerns.ts';
import { confirmation } from './decisions.ts';
import { get } from './endpoint.ts';
import { inEach } from './languages.ts';
import { t } from './schema.ts';
import { memberRole } from './teams/shapes.ts';
import { pageOfWhole, registrationStatus } from './vocabulary.ts';

const place = {
  id: t.uuid(),
  name: t.string(),
  slug: t.string(),
  start_at: t.nullable(t.timestamp()),
  end_at: t.nullable(t.timestamp()),
  tz: t.nullable(t.string()),
  /** Where it is, as its configuration says in `place`. */
  place: t.nullable(t.string()),
  /** Where the hackathon has several languages. */
  ...inEach('name'),
};

export const ownRegistrations = {
  listOwn: get('/me/registrations', {
    summary: "List the viewer's own places in all hackathons, newest first; for a key, in those of its organization",
    access: 'signed in',
    params: { ...pageOfWhole },
    with: [wholeList('registrations')],
    responses: {
      200: t.object({
        registrations: t.array(
          t.object({
            id: t.uuid(),
            status: registrationStatus(),
            checkin_token: t.string(),
            /** Null: a place in the hackathon alone, of somebody who is on none of its tracks. */
            event: t.nullable(t.object(place)),
            super_event: t.object({ ...place, organization_id: t.uuid() }),
            /** Their place in the hackathon. */
            super_event_registration: t.object({
              id: t.uuid(),
              status: registrationStatus(),
              checkin_token: t.string(),
              looking_for_team: t.boolean(),
              ...confirmation,
              /** When they lost the place because they did not confirm it in time; null after a new decision. */
              lapsed_at: t.nullable(t.timestamp()),
            }),
            /** `has_result`: whether its result is published, and `GET /teams/:teamId/results` answers it. */
            team: t.nullable(t.object({ id: t.uuid(), name: t.string(), role: memberRole(), has_result: t.boolean() })),
            created_at: t.timestamp(),
          }),
        ),
        count: t.integer(),
      }),
    },
    addition: true,
  }),
};
