/** Logs one line per request when it is over: what was asked, of which endpoint, by whom, and the result. */
import type { Service } from 'moleculer';
import type { Incoming } from './request.ts';

export type AccessLogger = Pick<Service['logger'], 'info'>;

/**
 * Logs the request at its end. The path and query are left out, because they contain ids of people and whatever else
 * clients put there.
 */
export function logWhenOver(logger: AccessLogger, { req, res, requestId, trace }: Incoming): void {
  const arrived = performance.now();
  res.once('close', () => {
    const { route, viewer, ids } = trace;
    const isAnswered = res.writableFinished;
    const line = {
      method: req.method,
      route: route?.path ?? null,
      status: res.headersSent ? res.statusCode : null,
      ms: Math.round((performance.now() - arrived) * 10) / 10,
      request_id: requestId,
      ...ids,
      ...(viewer?.key_id && { key_id: viewer.key_id }),
      ...(viewer?.session_id && { session_id: viewer.session_id }),
    };
    logger.info(line, isAnswered ? 'Answered.' : 'Broken off.');
  });
}
