/** Submissions of teams: projects, the gallery that shows them, and answers to milestone points. */
import { cached, etag, wholeList } from '../concerns.ts';
import { get, may, patch, post } from '../endpoint.ts';
import { summaryLength } from '../formats.ts';
import { freeObject, maybe, optional, pageOfWhole, searchTerm } from '../vocabulary.ts';
import { inEach } from '../languages.ts';
import { t } from '../schema.ts';
import { prizesWon, tableOf } from './shapes.ts';

export const lateByMs = t.described(
  'Milliseconds from the deadline to the last change, where it was made before and arrived after; else null',
  t.nullable(t.integer()),
);
const savedAt = t.described(
  'When the project was saved on the device; what was before the deadline is taken up to 60 seconds after it',
  t.timestamp(),
);

export const submission = t.named(
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
    video_url: t.nullable(t.url()),
    built_with: t.array(t.string()),
    prize_ids: t.array(t.uuid()),
    listed: t.boolean(),
    late_by_ms: lateByMs,
  }),
);

const title = () => t.name({ min: 1, max: 200 });
const links = () => t.array(t.url(), { max: 20 });
const builtWith = () => t.array(t.name({ min: 1, max: 50 }), { max: 20 });
/** The prizes that the project enters for. */
const prizeIds = () => t.array(t.uuid(), { max: 50 });
const described = {
  ...maybe({ description: t.string({ max: 20_000 }), video_url: t.url() }),
  answers_json: t.optional(freeObject()),
  saved_at: t.optional(savedAt),
};

/** A project as a gallery shows it. */
const project = t.named(
  'ShownProject',
  t.object({
    id: t.uuid(),
    title: t.string(),
    summary: t.described(`The first ${summaryLength} characters of the description`, t.nullable(t.string())),
    team: t.object({ id: t.uuid(), name: t.string() }),
    track: t.object({ id: t.uuid(), name: t.string(), slug: t.string(), ...inEach('name') }),
    table: tableOf(),
    links: t.array(t.string()),
    video_url: t.nullable(t.url()),
    built_with: t.array(t.string()),
    prizes_won: prizesWon(),
  }),
);

export const submissions = {
  submit: post('/submissions', {
    summary: "Hand in a team's project, or what a milestone point asks for; it counts from then on",
    access: may(['owner', 'organize'], 'team', 'team_id'),
    params: {
      team_id: t.uuid(),
      checkin_point_id: t.optional(t.nullable(t.uuid())),
      title: title(),
      links: t.default(links(), []),
      built_with: t.default(builtWith(), []),
      prize_ids: t.default(prizeIds(), []),
      listed: t.default(t.boolean(), true),
      ...described,
    },
    responses: { 201: t.object({ submission }) },
    errors: ['NOT_FOUND', 'POINT_NOT_FOUND', 'VALIDATION_FAILED', 'SUBMISSIONS_CLOSED'],
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
    summary: "Change a submission of one's own team, until its deadline",
    note: 'Where the track asks questions of projects, `answers_json` changes the answers that it has, null takes one away, and the others stay. Elsewhere it replaces all.',
    access: may('owner', 'submission', 'id'),
    params: {
      id: t.reference(),
      ...optional({
        title: title(),
        links: links(),
        built_with: builtWith(),
        prize_ids: prizeIds(),
        listed: t.boolean(),
      }),
      ...described,
    },
    responses: { 200: t.object({ submission }) },
    errors: ['NOT_FOUND', 'SUBMISSIONS_CLOSED', 'VALIDATION_FAILED'],
    addition: true,
  }),

  listProjects: get('/super-events/:slug/projects', {
    summary: 'List the projects that the teams of a hackathon show, by title',
    note: 'Everybody reads it while `gallery` of the hackathon is `open` and the hackathon is final and not private. Otherwise it is not there (404), except for staff, members of the organization, and people who are accepted in the hackathon. A team has one project in it, the one it handed in last, unless that says `listed: false`. Each word of `search` has to be in what is shown of a project.',
    access: 'anyone',
    params: {
      slug: t.reference(),
      search: searchTerm('title, summary, team, track or tool'),
      team_id: t.optional(t.described('The project of this team alone', t.uuid())),
      ...pageOfWhole,
    },
    with: [wholeList('projects'), cached(), etag()],
    responses: {
      200: t.object({
        hackathon: t.object({ id: t.uuid(), name: t.string(), slug: t.string(), ...inEach('name') }),
        projects: t.array(project),
        count: t.integer(),
      }),
    },
    errors: ['NOT_FOUND', 'AMBIGUOUS_SLUG', 'SECOND_FACTOR_MISSING'],
    addition: true,
  }),
};
