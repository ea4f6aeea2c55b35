/** Reviews of applications by several organizers, each alone; the score combines them. */
import { get, may, put } from './endpoint.ts';
import { t } from './schema.ts';

const slug = { slug: t.reference() };
const one = { id: t.reference() };
const score = () => t.integer({ min: 1, max: 5 });
const given = { score: score(), note: t.nullable(t.string()), updated_at: t.timestamp() };

const application = t.named(
  'ApplicationToReview',
  t.object({
    id: t.uuid(),
    /** In the order of the form, without unanswered questions. */
    answers: t.array(t.object({ label: t.string(), value: t.any() })),
    tracks: t.array(t.object({ id: t.uuid(), name: t.string() })),
    name: t.optional(t.string()),
    email: t.optional(t.string()),
  }),
);

const reviewer = t.object({
  user_id: t.uuid(),
  name: t.string(),
  reviews: t.integer(),
  mean_score: t.number(),
  /** How much more they give than the others; null while that is unknown. */
  effect: t.nullable(t.number()),
  last_review_at: t.timestamp(),
});

const certainty = t.object({
  /** Null before the first review. */
  calculated_at: t.nullable(t.timestamp()),
  /** Whether all reviewed applications can be compared, because reviewers share some. */
  connected: t.boolean(),
  /** Of two applications, how often the one with the higher score is the better one, 0.5 to 1; null while that is unknown. */
  pairs_right: t.nullable(t.number()),
});

export const reviews = {
  nextReview: get('/super-events/:slug/reviews/next', {
    summary: 'Get the application to review next: the one with the fewest reviews that the viewer has not reviewed',
    note:
      "It is the viewer's for five minutes, so that several reviewers read different ones; asking again answers the same. Null while " +
      'others have all that are `left`. Where `reviews.blind` is set in the `config_json` of the hackathon, nothing says whose it is.',
    access: may('organize', 'super_event', 'slug'),
    params: slug,
    responses: { 200: t.object({ application: t.nullable(application), left: t.integer() }) },
    addition: true,
  }),

  getReviews: get('/super-events/:slug/reviews', {
    summary: 'Get how far the reviews of a hackathon are, by reviewer, and how sure the ranking is',
    access: may('organize', 'super_event', 'slug'),
    params: slug,
    errors: ['NOT_FOUND'],
    responses: {
      200: t.object({
        blind: t.boolean(),
        /** Those that are pending or have a review. */
        applications: t.integer(),
        reviewed: t.integer(),
        reviews: t.integer(),
        reviewers: t.array(reviewer),
        ranking: certainty,
      }),
    },
    addition: true,
  }),

  listReviews: get('/super-event-registrations/:id/reviews', {
    summary: 'List the reviews of an application, the first one first',
    access: may('organize', 'super_event_registration', 'id'),
    params: one,
    errors: ['NOT_FOUND'],
    responses: {
      200: t.object({
        evaluation_score: t.nullable(t.number()),
        reviews: t.array(t.object({ reviewer_id: t.uuid(), reviewer_name: t.string(), ...given })),
      }),
    },
    addition: true,
  }),

  review: put('/super-event-registrations/:id/review', {
    summary: "Review an application, or change one's own review",
    note:
      'The scores of all reviews become the `evaluation_score`: their mean, with what reviewers differ by taken out. It follows within ' +
      'five seconds. Nobody reviews their own application.',
    access: may('organize', 'super_event_registration', 'id'),
    params: { ...one, score: score(), note: t.optional(t.nullable(t.string({ max: 2_000, trim: true }))) },
    responses: { 200: t.object({ review: t.object({ super_event_registration_id: t.uuid(), ...given }) }) },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED'],
    addition: true,
  }),
};
