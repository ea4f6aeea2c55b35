import type { Ctx } from '../../shared/kit/context.ts';
import { decodeCursor, type Position } from './cursor.ts';

/**
 * Returns the position of a cursor.
 * @throws {Failure} `VALIDATION_FAILED` for text that is no cursor.
 */
export function positionOf(
  ctx: Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'fail'>,
  cursor: string | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const message = 'cursor must be the nextCursor of a page of this list';
  return (
    decodeCursor(cursor) ?? ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'cursor', code: 'cursor', message }] })
  );
}
