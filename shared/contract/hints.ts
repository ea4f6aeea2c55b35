/**
 * Hints that processes send each other, with their content, which is ids only. A hint may be lost; a process that
 * follows one must also find out without it, a little later.
 */
import { serviceNames, type ServiceName } from './services.ts';

export interface Hints {
  /** The key or session, or all keys and sessions of the person, with this id must no longer be remembered. */
  'access-ended': { readonly id: string };
  /** Something happened in this organization: there are facts to be read. */
  facts: { readonly organization_id: string };
}
export type HintName = keyof Hints;

/** The services that follow each hint. */
export const followedBy: Readonly<Record<HintName, readonly ServiceName[]>> = {
  'access-ended': ['gateway'],
  facts: ['gateway', 'webhooks'],
};
export const hintNames = Object.keys(followedBy) as HintName[];

/** Tells whether one of these services follows a hint. */
export const follows = (services: readonly ServiceName[]): boolean =>
  hintNames.some((hint) => followedBy[hint].some((name) => services.includes(name)));

/** The services that send each hint. The command line sends all of them. */
export const givenBy: Readonly<Record<HintName, readonly ServiceName[]>> = {
  'access-ended': ['identity', 'organizations', 'setup'],
  facts: serviceNames.filter((name) => name !== 'gateway' && name !== 'mail'),
};
