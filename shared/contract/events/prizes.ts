/** The prizes of a hackathon. Anybody can read them with the hackathon; a submission may name those it enters for. */
import { wholeList } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { prizeFields as given } from '../fields.ts';
import { inEach } from '../languages.ts';
import { maybe, optional, pageOfWhole, prizeDeciders } from '../vocabulary.ts';
import { t } from '../schema.ts';
import { winners } from '../judging/prizes.ts';

const prize = t.named(
  'Prize',
  t.object({
    id: t.uuid(),
    name: t.string(),
    sponsor: t.nullable(t.string()),
    description: t.nullable(t.string()),
    order_index: t.number(),
    track_ids: t.described('The tracks whose teams may enter; null for every track', t.nullable(t.array(t.uuid()))),
    by: t.described('Decided by judges of its own, or by the ranking of the tracks', t.enum(...prizeDeciders)),
    judge_user_ids: t.described('Its judges; empty for everybody but organizers', t.array(t.uuid())),
    ...inEach('name', 'description'),
    winners: t.described('The teams that win; before it is published empty for everybody but organizers', winners()),
  }),
);
const decided = {
  ...maybe({ track_ids: given.track_ids }),
  ...optional({ by: given.by, judge_user_ids: given.judge_user_ids }),
  ...{ name_i18n: given.name_i18n, description_i18n: given.description_i18n },
};

export const prizes = {
  listPrizes: get('/super-events/:superEventId/prizes', {
    summary: 'List the prizes of a hackathon',
    access: may('read', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), ...pageOfWhole },
    with: [wholeList('prizes')],
    responses: { 200: t.object({ prizes: t.array(prize) }) },
    addition: true,
  }),

  addPrize: post('/super-events/:superEventId/prizes', {
    summary: 'Add a prize',
    access: may('administer', 'super_event', 'superEventId'),
    params: {
      superEventId: t.reference(),
      name: given.name,
      ...maybe({ sponsor: given.sponsor, description: given.description }),
      ...decided,
      order_index: t.default(given.order_index, 0),
    },
    responses: { 201: t.object({ prize }) },
    errors: ['VALIDATION_FAILED', 'NOT_A_JUDGE'],
    addition: true,
  }),

  updatePrize: patch('/prizes/:id', {
    summary: 'Change a prize',
    access: may('administer', 'prize', 'id'),
    params: {
      id: t.reference(),
      ...optional({ name: given.name }),
      ...maybe({ sponsor: given.sponsor, description: given.description }),
      ...optional({ order_index: given.order_index }),
      ...decided,
    },
    responses: { 200: t.object({ prize }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_A_JUDGE'],
    addition: true,
  }),

  deletePrize: del('/prizes/:id', {
    summary: 'Delete a prize; submissions that entered for it stay',
    access: may('administer', 'prize', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),
};
