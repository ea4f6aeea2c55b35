/** The board beside the doors: how many came, how fast, and who was last. */
import { etag } from './concerns.ts';
import { get, may } from './endpoint.ts';
import { t } from './schema.ts';

/** Minutes that one bar of arrivals stands for, and for how many of them it is said. */
export const arrivalMinutes = 5;
export const arrivalBars = 72;

export const board = {
  board: get('/super-events/:slug/board', {
    summary: 'What the screen beside the doors shows; at most a second old',
    access: may('staff', 'super_event', 'slug'),
    devices: ['board'],
    params: { slug: t.reference() },
    responses: {
      200: t.object({
        super_event: t.object({ name: t.string(), tz: t.nullable(t.string()) }),
        /** How many people are accepted, and how many of all were recorded at any of the points. */
        accepted: t.integer(),
        checked_in: t.integer(),
        /** In the order of their opening. `rate_per_minute`: over the last five minutes. */
        per_point: t.array(
          t.object({ id: t.uuid(), name: t.string(), checked_in: t.integer(), rate_per_minute: t.number() }),
        ),
        /** Check-ins at all points by the five minutes that begin `at`, the earliest first, those without any too. */
        arrivals: t.array(t.object({ at: t.timestamp(), count: t.integer() })),
        /** Of these six hours, the most frequent first. */
        refused: t.array(t.object({ reason: t.string(), count: t.integer() })),
        /** The last ten check-ins, the latest first: the first name, and the initial of the last. */
        latest: t.array(t.object({ name: t.string(), point_name: t.string(), at: t.timestamp() })),
      }),
    },
    errors: ['NOT_FOUND'],
    with: [etag()],
    addition: true,
  }),
};
