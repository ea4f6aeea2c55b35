/** Finds the endpoints that answer lists, and how each is paged. */
import { wholeList } from '../../../shared/contract/concerns.ts';
import { answerOf } from '../../../shared/contract/standard-concerns.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Fields } from '../../../shared/contract/schema.ts';
import type { Paging } from '../src/endpoint.ts';

/** Returns how the pages of an endpoint follow one another, and which member of an answer has the rows. */
export function listOf(endpoint: Endpoint): Paging | undefined {
  if (answerOf(endpoint) !== 'data') return undefined;
  const whole = wholeList.of(endpoint);
  if (whole) return { by: 'link', member: whole.member };
  const { params, responses } = endpoint;
  const members = (responses[200] as { readonly props?: Fields } | undefined)?.props ?? {};
  const [member] = Object.keys(members).filter((name) => members[name]?.type === 'array');
  const by = (['page', 'offset', 'cursor'] as const).find((name) => name in params && 'pagination' in members);
  if (member === undefined) return undefined;
  if (by) return { by, member };
  return 'after' in params && 'has_more' in members ? { by: 'position', member } : undefined;
}
