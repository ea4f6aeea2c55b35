import { describe, expect, it } from '@jest/globals';
import type { ActionSchema, Context, Service } from 'moleculer';
import { Failure } from '../../shared/base/failure.ts';
import { failureOf, translateError } from '../../shared/kit/translate.ts';

describe('A failure on the way', () => {
  it.each([
    ['no service', { type: 'SERVICE_NOT_FOUND', code: 404 }, 'UNAVAILABLE'],
    ['no process with it', { type: 'SERVICE_NOT_AVAILABLE', code: 404 }, 'UNAVAILABLE'],
    ['a process that went away', { type: 'REQUEST_REJECTED', code: 503 }, 'UNAVAILABLE'],
    ['no answer in time', { type: 'REQUEST_TIMEOUT', code: 504 }, 'TIMEOUT'],
    ['no time left to begin', { type: 'REQUEST_SKIPPED', code: 514 }, 'TIMEOUT'],
    ['too much at once', { type: 'QUEUE_FULL', code: 429 }, 'OVERLOADED'],
    ['a statement that took too long', { code: '57014' }, 'TIMEOUT'],
    ['a lock somebody else holds', { code: '55P03' }, 'OVERLOADED'],
    ['too many connections', { code: '53300' }, 'OVERLOADED'],
    ['a full disk', { code: '53100' }, 'OVERLOADED'],
    ['a connection that broke', { code: '08006' }, 'UNAVAILABLE'],
    ['a server that stops', { code: '57P01' }, 'UNAVAILABLE'],
    ['a server that starts', { code: '57P03' }, 'UNAVAILABLE'],
    ['a standby that has not taken over yet', { code: '25006' }, 'UNAVAILABLE'],
    ['a deadlock, three times', { code: '40P01' }, 'UNAVAILABLE'],
    ['no server', { code: 'ECONNREFUSED' }, 'UNAVAILABLE'],
    ['no such host', { code: 'ENOTFOUND' }, 'UNAVAILABLE'],
    ['nobody who knows the host', { code: 'EAI_AGAIN' }, 'UNAVAILABLE'],
    ['no way to the host', { code: 'EHOSTUNREACH' }, 'UNAVAILABLE'],
    ['no way to its network', { code: 'ENETUNREACH' }, 'UNAVAILABLE'],
    ['no free connection', { message: 'timeout exceeded when trying to connect' }, 'OVERLOADED'],
    ['a client that lost its server', { message: 'Connection terminated unexpectedly' }, 'UNAVAILABLE'],
    ['a refusal as it crossed the bus', { name: 'MoleculerError', type: 'TOO_EARLY', code: 400 }, 'TOO_EARLY'],
    ['a refusal', new Failure('NO_TEAM'), 'NO_TEAM'],
  ])('is told by its kind: %s', (_what, error, code) => {
    expect(failureOf(error)).toMatchObject({ type: code });
  });

  it.each([
    ['a unique violation', { code: '23505', message: 'duplicate key value violates unique constraint' }],
    ['a missing table', { code: '42P01' }],
    ['a bug', new TypeError('x is undefined')],
    ['a refusal nobody knows', { type: 'MADE_UP', code: 400 }],
    ['a name every object has', { type: 'constructor' }],
    ['nothing', undefined],
    ['a word', 'oops'],
  ])('is a fault of ours where nothing is known of it: %s', (_what, error) => {
    expect(failureOf(error)).toBeUndefined();
  });
});

describe('An error that an action threw', () => {
  const circumstances = {
    ctx: { requestID: 'r1' } as Context,
    action: { name: 'teams.get' } as ActionSchema,
  };
  function translate(thrown: unknown) {
    const lines: unknown[] = [];
    const logger = { error: (...line: unknown[]) => lines.push(line) } as unknown as Service['logger'];
    const run = () => translateError(thrown as Error, circumstances, logger);
    try {
      run();
    } catch (error) {
      return { error, lines };
    }
  }

  it('is logged once, however many processes it passes', () => {
    const bug = new TypeError('x is undefined');
    const there = translate(bug);
    expect(there).toMatchObject({
      error: { type: 'INTERNAL' },
      lines: [[{ err: bug, request_id: 'r1' }, 'teams.get failed.']],
    });
    expect(translate(there?.error)).toEqual({ error: there?.error, lines: [] });
  });

  it.each(['SERVICE_NOT_FOUND', 'SERVICE_NOT_AVAILABLE', 'REQUEST_REJECTED', 'REQUEST_TIMEOUT', 'BUS_LOST'])(
    'reaches the gateway as %s where somebody it called did not answer, for the gateway tries again',
    (type) => {
      const error = { type, code: 503 };
      expect(translate(error)).toEqual({ error, lines: [] });
    },
  );
});
