/** All contracts. The types of every call are derived from them. */
import type { AnswerOf, Contract, Endpoint, ParamsOf } from './endpoint.ts';
import { checkIn } from './check-in.ts';
import { prizes } from './events/prizes.ts';
import { lists, registrationFields } from './events/registration-form.ts';
import { roleInviteAcceptance, roleInvites, roles } from './events/roles.ts';
import { publicReads, superEvents } from './events/super-events.ts';
import { registrationSwitch, tracks } from './events/tracks.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import { assignments } from './judging/assignments.ts';
import { criteria } from './judging/criteria.ts';
import { prizeJudging } from './judging/prizes.ts';
import { results } from './judging/results.ts';
import { scores } from './judging/scores.ts';
import { mail } from './mail.ts';
import { onboarding } from './onboarding.ts';
import { organizations } from './organizations.ts';
import { registrations } from './registrations.ts';
import { setup } from './setup.ts';
import { builders } from './teams/builders.ts';
import { lists as teamLists, teamTables } from './teams/lists.ts';
import { managed, members } from './teams/managed.ts';
import { forming, ownTeams } from './teams/own.ts';
import { submissions } from './teams/submissions.ts';
import { webhooks } from './webhooks.ts';

/** Super events (hackathons), their tracks, the roles of people there, and the questions of the registration form. */
const events = {
  ...publicReads,
  ...superEvents,
  ...tracks,
  ...registrationFields,
  ...lists,
  ...prizes,
  ...roles,
  ...roleInvites,
  ...roleInviteAcceptance,
  ...registrationSwitch,
};
/** Teams, their members, builders, and submissions. */
const teams = {
  ...teamLists,
  ...builders,
  ...managed,
  ...members,
  ...submissions,
  ...ownTeams,
  ...forming,
  ...teamTables,
};
/** Criteria, assignments of judges to teams, scores, and the resulting ranking. */
const judging = { ...criteria, ...assignments, ...scores, ...results, ...prizeJudging };

export const contracts = {
  identity,
  organizations,
  events,
  registrations,
  'check-in': checkIn,
  teams,
  judging,
  onboarding,
  mail,
  webhooks,
  setup,
  gateway,
};
export type Contracts = typeof contracts;

/** The name of every action, `service.action`. */
export type ActionName = { [S in keyof Contracts]: `${S}.${keyof Contracts[S] & string}` }[keyof Contracts];

/** The contract of an action, by its name. */
export type Definition<N> = N extends `${infer S}.${infer A}`
  ? S extends keyof Contracts
    ? A extends keyof Contracts[S]
      ? Contracts[S][A]
      : never
    : never
  : never;
/** The parameters that a caller of the action sends, by its name. */
export type ActionParams<N extends ActionName> = ParamsOf<Definition<N>>;
/** The answer of the action, by its name. */
export type ActionAnswer<N extends ActionName> = AnswerOf<Definition<N>>;

/** An endpoint that HTTP reaches, with the name of its action. */
export interface Route {
  readonly action: string;
  readonly method: NonNullable<Endpoint['http']>['method'];
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** All endpoints that HTTP reaches. */
export const routes: readonly Route[] = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
  Object.entries(contract).flatMap(([name, endpoint]: [string, Endpoint]) =>
    endpoint.http ? [{ ...endpoint.http, action: `${service}.${name}`, endpoint }] : [],
  ),
);
