/**
 * What Moleculer says on which subject of NATS, and so what each login may publish and subscribe to.
 *
 * The name of a process begins with its login, so that the subjects of all processes of a login are one pattern.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { answererOf, callsOf, streamed } from '../contract/calls.ts';
import type { ServiceName } from '../contract/services.ts';

export const namespace = 'muster';
const prefix = `MOL-${namespace}`;

/** A login at NATS, and the services whose processes use it; none for people who look on. */
export interface Login {
  readonly user: string;
  readonly services: readonly ServiceName[];
}
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** One token of a subject, and never a wildcard. */
const token = (text: string) => text.replace(/[^\w+-]/g, '-');

/** Unique, for two processes of one name would end each other. */
export function nodeIdOf(user: string | undefined): string {
  const process_ = token(`${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`);
  return user ? `${token(user)}.${process_}` : process_;
}

export const requestSubject = (action: string) => `${prefix}.REQB.${action}`;

/** Who is there is everybody's to say and to know. */
const discovery = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'DISCONNECT'];
const toOne = ['DISCOVER', 'INFO', 'PING', 'PONG'];

export function permissionsOf(login: Login, logins: readonly Login[]): Permissions {
  const own = token(login.user);
  return {
    subscribe: subjects(
      discovery,
      [...toOne, 'REQ', 'RES', 'EVENT'].map((kind) => `${kind}.${own}.*`),
      login.services.map((service) => `REQB.${service}.>`),
    ),
    publish: subjects(
      discovery,
      toOne.map((kind) => `${kind}.*.*`),
      callsOfAll(login).map((action) => `REQB.${action}`),
      logins.filter((other) => streamsTo(login, other)).map(({ user }) => `REQ.${token(user)}.*`),
      logins.filter((other) => answersTo(login, other)).map(({ user }) => `RES.${token(user)}.*`),
    ),
  };
}

const subjects = (...kinds: readonly (readonly string[])[]) =>
  [...new Set(kinds.flat())].map((subject) => `${prefix}.${subject}`);

const callsOfAll = ({ services }: Login) => services.flatMap(callsOf);
const isAnsweredBy =
  ({ services }: Login) =>
  (action: string) =>
    services.some((one) => one === answererOf(action));

const answersTo = (login: Login, caller: Login) => callsOfAll(caller).some(isAnsweredBy(login));
const streamsTo = (login: Login, answerer: Login) =>
  callsOfAll(login)
    .filter((action) => streamed.some((one) => one === action))
    .some(isAnsweredBy(answerer));
