/**
 * Maps Moleculer's messages to NATS subjects. The node id of a process starts with its login, so one pattern covers the
 * subjects of all processes of that login. A subject ends with the login of its sender, so no login can send as another
 * one.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

export const namespace = 'muster';
export const prefix = `MOL-${namespace}`;

/** Makes the text one token of a subject, without wildcards. */
export const token = (text: string) => text.replace(/[^\w+-]/g, '-');

/** Creates a unique node id, because two processes with the same id would disconnect each other. */
export function nodeIdOf(user: string | undefined): string {
  const process_ = token(`${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`);
  return user ? `${token(user)}.${process_}` : process_;
}

/** Tells whether a text is a node id, so that it may become part of a subject. */
export const isNodeId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w+-]{1,255}(?:\.[\w+-]{1,255})?$/.test(text);

/** Returns the login of a process; its whole id where it has none. */
export const loginOfNode = (nodeId: string) => nodeId.replace(/\..*/, '');

/**
 * Tells whether a process accepts answers and discovery for a service from another login: from the service's own login,
 * from its own login, and from everybody if NATS has no logins.
 */
export const speaksFor = (login: string, service: string, nodeId: string): boolean =>
  !nodeId.includes('.') || login === loginOfNode(nodeId) || login.split('+').includes(service);

/**
 * Returns the subject of a message of Moleculer.
 * @param to The receiving process, or the name of the event; left out for all processes.
 */
export const publishedSubject = (kind: string, from: string, to?: string) =>
  `${subjectOf(kind, to)}.${loginOfNode(from)}`;
/** Returns the pattern for the messages of all senders. */
export const subscribedSubject = (kind: string, to?: string) => `${subjectOf(kind, to)}.*`;
const subjectOf = (kind: string, to?: string) => `${prefix}.${kind}${to ? `.${to}` : ''}`;

/** Returns the subject of requests for an action. */
export const requestSubject = (action: string) => `${prefix}.REQB.${action}`;
/** Returns the subject on which NATS reports a request without a subscriber. */
export const noResponderSubject = (caller: string, id: string) => `${subjectOf('RES', caller)}.${id}`;
