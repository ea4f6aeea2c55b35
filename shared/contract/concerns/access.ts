/** Access to an endpoint: its sentence in the API document, and the refusals of everybody else. */
import { needsSession, type Ability, type Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type { Promised } from './concern.ts';

/** The people who have each ability, as decided in `shared/kit/access.ts`. */
const who: Readonly<Record<Ability, string>> = {
  know: 'everybody who is known here',
  read: 'staff and, unless it is a draft or private, everybody who is known here',
  apply: 'everybody who is known here; where it is private, those who take part',
  owner: 'the person it belongs to',
  member: 'members of the organization',
  view: 'members of the organization and those who take part in the hackathon',
  staff: 'members of the organization, organizers, mentors and judges',
  judge: 'judges of the track, each for what is theirs',
  organize: 'organizers, and owners and admins of the organization',
  administer: 'owners and admins of the organization',
};

/** The refusals of those who may not. */
export const accessOf = ({ access, absent = 'NOT_FOUND' }: Endpoint): Promised =>
  access === 'public' ? {} : { errors: refusalsOf(access, absent) };

function refusalsOf(access: Endpoint['access'], absent: ErrorCode): ErrorCode[] {
  return [
    // A key and a token at once are invalid; whatever people may, a device may only what is meant for it.
    ...(['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PERMISSION_DENIED'] as const),
    ...(needsSession(access) ? (['SESSION_REQUIRED'] as const) : []),
    ...(typeof access === 'object' ? ([absent, 'AMBIGUOUS_SLUG'] as const) : []),
  ];
}

/** Says who may call an endpoint. */
export function audienceOf({ access, devices }: Endpoint): string {
  if (access === 'public') return 'For everybody; no key is needed.';
  if (access === 'device') return `For the key of a device (${devices?.join(', ')}) alone.`;
  if (access === 'anyone') return 'For everybody; with a session, for whoever it belongs to.';
  if (typeof access !== 'object')
    return `For everybody with ${needsSession(access) ? 'a session' : 'a key or a session'}${devices ? `, devices (${devices.join(', ')}) included` : ''}.`;
  const those = access.abilities.map((ability) => who[ability]).join('; or ');
  const besides = devices ? ` And for the key of a device of the hackathon (${devices.join(', ')}).` : '';
  return `For ${those}.${besides}${needsSession(access) ? ' It takes a session: a key is not enough.' : ''}`;
}
