/** Written by `npm run docs` from the contracts of Muster. */
export type * from './shapes/shared.ts';
export type * from './shapes/identity.ts';
export type * from './shapes/organizations.ts';
export type * from './shapes/events.ts';
export type * from './shapes/registrations.ts';
export type * from './shapes/checkIn.ts';
export type * from './shapes/teams.ts';
export type * from './shapes/judging.ts';
export type * from './shapes/onboarding.ts';
export type * from './shapes/mail.ts';
export type * from './shapes/webhooks.ts';
export type * from './shapes/setup.ts';
