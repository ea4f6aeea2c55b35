/**
 * Maps Moleculer's messages to NATS subjects. The node id of a process starts with its login, so one pattern covers the
 * subjects of all processes of that login.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { HintName } from '../contract/hints.ts';

export const namespace = 'muster';
export const prefix = `MOL-${namespace}`;

/** Makes the text one token of a subject, without wildcards. */
export const token = (text: string) => text.replace(/[^\w+-]/g, '-');

/** Creates a unique node id, because two processes with the same id would disconnect each other. */
export function nodeIdOf(user: string | undefined): string {
  const process_ = token(`${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`);
  return user ? `${token(user)}.${process_}` : process_;
}

/** Returns the subject of requests for an action. */
export const requestSubject = (action: string) => `${prefix}.REQB.${action}`;
/** Returns the subject of a hint. */
export const hintSubject = (name: HintName) => `${prefix}.HINT.${name}`;
