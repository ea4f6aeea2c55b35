/** The pages and their parts. `web/` has their sources. */
import { asset, uncounted } from './concerns.ts';
import { get } from './endpoint.ts';
import { t } from './schema.ts';

export const pageNames = [
  'landing',
  'apply',
  'projects',
  'expo',
  'signin',
  'verify',
  'reset',
  'invite',
  'desk',
  'kiosk',
  'judge',
  'me',
  'account',
  'address',
  'restore',
  'board',
  'badges',
  'unsubscribe',
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
  applyPage: get('/apply/:slug', {
    ...page,
    summary: 'The page of one hackathon, to read about it and to apply',
    params: { slug: t.reference() },
  }),
  projectsPage: get('/projects/:slug', {
    ...page,
    summary: 'The page of the projects of one hackathon',
    params: { slug: t.reference() },
  }),
  expoPage: get('/expo/:slug', {
    ...page,
    summary: 'The page of the projects of one hackathon by their tables, to print',
    params: { slug: t.reference() },
  }),
  deskPage: get('/desk', { ...page, summary: 'The page of organizers' }),
  kioskPage: get('/kiosk', { ...page, summary: 'The page of the door, where tokens are scanned' }),
  judgePage: get('/judge', { ...page, summary: 'The page of judges' }),
  mePage: get('/me', { ...page, summary: 'The page of participants, with their tickets' }),
  badgesPage: get('/badges/:slug', {
    ...page,
    summary: 'The page of badges to print, of one hackathon',
    params: { slug: t.reference() },
  }),
  accountPage: get('/account', { ...page, summary: "The page of one's own account" }),
  addressPage: get('/account/email', {
    ...page,
    summary: 'The page that the links about a change of address lead to; opening it changes nothing',
  }),
  restorePage: get('/account/restore', {
    ...page,
    summary: 'The page that keeps an account which was to be erased; opening it changes nothing',
  }),
  boardPage: get('/board', { ...page, summary: 'The page for the screen beside the doors' }),
  pageWorker: get('/worker.js', {
    ...page,
    summary: 'Get the service worker, which keeps pages for times without a network',
    responses: { 200: t.literal('worker.js') },
    with: [asset('text/javascript'), uncounted()],
  }),
  pagePart: get('/assets/:file', {
    ...page,
    summary: 'Get a script, style or picture of a page; a name has the same content for ever',
    params: { file: t.reference() },
    responses: { 200: t.string() },
    errors: ['NOT_FOUND'],
    with: [asset('*/*'), uncounted()],
  }),
};
