/** All people of a hackathon as CSV, and counts of their answers. */
import { get, may } from './endpoint.ts';
import { t } from './schema.ts';
import { csvTable, guardedCells, registrationStatus, tableColumns } from './vocabulary.ts';

export const peoplePresets = ['plain', 'mlh', 'mlh_checkins'] as const;
/** Tells whether a question asks for the school. */
export const schoolQuestion = /\b(school|university|college)\b/i;

const status = t.optional(registrationStatus());

export const peopleTables = {
  exportPeople: get('/super-events/:slug/registrations/csv', {
    summary: 'Download everybody who applied to a hackathon as CSV, with all answers',
    access: may('organize', 'super_event', 'slug'),
    ...csvTable({
      slug: t.reference(),
      status,
      track_id: t.optional(t.uuid()),
      preset: t.default(t.enum(...peoplePresets), 'plain'),
      columns: tableColumns(),
    }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
    note: `A line for each person and track, or for each person with \`preset=mlh\`, which has the headings that Major League Hacking asks for. \`preset=mlh_checkins\` has the people who came, with the same headings and \`Checked In At\`. \`status\` is that of the place in the hackathon. ${guardedCells}`,
    addition: true,
  }),

  countAnswers: get('/super-events/:slug/answers/:field_id/counts', {
    summary: 'Count what people answered to a question that is chosen from, most frequent first',
    access: may(['organize', 'member'], 'super_event', 'slug'),
    params: { slug: t.reference(), field_id: t.id(), status },
    responses: {
      200: t.object({
        /** Of a checkbox `true` and `false`. Choices that nobody made are there with 0. */
        counts: t.array(t.object({ value: t.string(), count: t.integer() })),
        /** People who answered it, and all there are. */
        answered: t.integer(),
        people: t.integer(),
      }),
    },
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
    addition: true,
  }),
};
