/** Gives each write a key, so that it happens once even if it is repeated. */
import { randomUUID } from 'node:crypto';
import { Failure } from '../../../shared/base/failure.ts';
import { writeKeyLength } from '../limits.ts';
import type { Step } from '../request.ts';

/** Takes the client's key, or makes one that lasts for our own retries. A key of an unauthenticated client is ignored. */
export const writeKey: Step = ({ unit }) => {
  if (unit === 'read') return undefined;
  return async (request, next) => {
    const { req, head, viewer } = request;
    const chosen = viewer && req.headers['idempotency-key'];
    if (chosen !== undefined && (typeof chosen !== 'string' || chosen === '' || chosen.length > writeKeyLength))
      throw wrongLength();
    request.writeKey = chosen ?? randomUUID();
    request.clientChoseKey = chosen !== undefined;
    await next(request);
    if (chosen !== undefined && request.reply?.replayed) head['Idempotent-Replayed'] = 'true';
  };
};

const wrongLength = () =>
  new Failure('VALIDATION_FAILED', {
    errors: [
      {
        field: 'Idempotency-Key',
        code: 'length',
        message: `Idempotency-Key must have 1 to ${writeKeyLength} characters.`,
      },
    ],
  });
