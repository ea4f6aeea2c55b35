/**
 * Adds `expect(answer).toBeRefused(404, 'POINT_NOT_FOUND')`, which checks status, code and the body that every error
 * has, and that each 429 and 503 says when to come again.
 */
import { expect } from '@jest/globals';
import { errors, type ErrorCode } from '../../shared/contract/errors.ts';
import type { Answer } from './client.ts';

function toBeRefused(received: unknown, status: number, code: ErrorCode, extras: Record<string, unknown> = {}) {
  const answer = received as Answer;
  const expected = {
    success: false,
    code,
    message: errors[code][1],
    request_id: answer.headers.get('x-request-id'),
    ...extras,
  };
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: expected });
  if (status === 429 || status === 503) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  return { pass: true, message: () => `expected no refusal with ${code}` };
}

expect.extend({ toBeRefused });

declare module 'expect' {
  interface Matchers<R> {
    toBeRefused(status: number, code: ErrorCode, extras?: Record<string, unknown>): R;
  }
}
