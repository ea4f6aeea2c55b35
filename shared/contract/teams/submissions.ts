/** What teams submit: their project, or what a milestone point asks for. */
import { wholeList } from '../concerns.ts';
import { get, may, patch, post } from '../endpoint.ts';
import { freeObject } from '../fields/free.ts';
import { t } from '../schema.ts';
import { pageOfWhole } from '../vocabulary.ts';

const submission = t.named(
  'Submission',
  t.object({
    id: t.uuid(),
    team_id: t.uuid(),
    event_id: t.uuid(),
    checkin_point_id: t.nullable(t.uuid()),
    title: t.string(),
    description: t.nullable(t.string()),
    links: t.array(t.string()),
    answers_json: t.json(),
    submitted_by: t.uuid(),
    submitted_at: t.timestamp(),
    updated_at: t.timestamp(),
  }),
);

const title = () => t.string({ min: 1, max: 200, trim: true });
const description = () => t.optional(t.nullable(t.string({ max: 20_000 })));
const links = () => t.array(t.url(), { max: 20 });

export const submissions = {
  submit: post('/submissions', {
    summary: "Hand in a team's project, or what a milestone point asks for; it counts from then on",
    access: may(['owner', 'organize'], 'team', 'team_id'),
    params: {
      team_id: t.uuid(),
      checkin_point_id: t.optional(t.nullable(t.uuid())),
      title: title(),
      description: description(),
      links: t.default(links(), []),
      answers_json: t.optional(freeObject()),
    },
    responses: { 201: t.object({ submission }) },
    errors: ['NOT_FOUND', 'POINT_NOT_FOUND', 'VALIDATION_FAILED'],
    addition: true,
  }),

  getSubmission: get('/submissions/:id', {
    summary: 'Get a submission',
    access: may(['staff', 'owner'], 'submission', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ submission }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  listSubmissions: get('/events/:eventId/submissions', {
    summary: 'List what the teams of a track handed in, newest first',
    access: may('staff', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('submissions')],
    responses: { 200: t.object({ submissions: t.array(submission), count: t.integer() }) },
    addition: true,
  }),

  updateSubmission: patch('/submissions/:id', {
    summary: "Change a submission of one's own team, until the track ends",
    access: may('owner', 'submission', 'id'),
    params: {
      id: t.reference(),
      title: t.optional(title()),
      description: description(),
      links: t.optional(links()),
      answers_json: t.optional(freeObject()),
    },
    responses: { 200: t.object({ submission }) },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED'],
    addition: true,
  }),
};
