/** The pages that people look at, and what those load. `web/` has their sources. */
import { asset, uncounted } from './concerns.ts';
import { get } from './endpoint.ts';
import { t } from './schema.ts';

export const pageNames = [
  'landing',
  'signin',
  'verify',
  'reset',
  'invite',
  'desk',
  'kiosk',
  'judge',
  'me',
  'board',
  'nothing',
] as const;
export type PageName = (typeof pageNames)[number];

const page = {
  access: 'public',
  params: {},
  responses: { 200: t.enum(...pageNames) },
  with: [asset('text/html'), uncounted()],
  addition: true,
} as const;

export const pages = {
  signInPage: get('/signin', { ...page, summary: 'The page to sign in on, which leads each to where they belong' }),
  verifyPage: get('/auth/verify', {
    ...page,
    summary: 'The page that the link of a verification email leads to; opening it changes nothing',
  }),
  resetPage: get('/auth/reset', {
    ...page,
    summary: 'The page to ask for a new password, and to choose it with the link of the email',
  }),
  acceptPage: get('/invites/accept', {
    ...page,
    summary: 'The page that the link of an invitation leads to; opening it changes nothing',
  }),
  deskPage: get('/desk', { ...page, summary: 'The page of organizers' }),
  kioskPage: get('/kiosk', { ...page, summary: 'The page of the door, where tokens are scanned' }),
  judgePage: get('/judge', { ...page, summary: 'The page of judges' }),
  mePage: get('/me', { ...page, summary: 'The page of participants, with their tickets' }),
  boardPage: get('/board', { ...page, summary: 'The page for the screen beside the doors' }),
  pageWorker: get('/worker.js', {
    ...page,
    summary: 'What keeps pages for when there is no network',
    responses: { 200: t.literal('worker.js') },
    with: [asset('text/javascript'), uncounted()],
  }),
  pagePart: get('/assets/:file', {
    ...page,
    summary: 'What a page loads; a name stands for one content for ever',
    params: { file: t.reference() },
    responses: { 200: t.string() },
    errors: ['NOT_FOUND'],
    with: [asset('*/*'), uncounted()],
  }),
};
