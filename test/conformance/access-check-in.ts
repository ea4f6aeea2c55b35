/** The callers that pass the guard of points, of scans and of their numbers. */
import { randomUUID } from 'node:crypto';
import type { Row, Scene } from './access-matrix.ts';
import { actors } from './actors.ts';

const organize = ['OWNER', 'ADMIN', 'ORGANIZER'] as const;
const staff = ['OWNER', 'ADMIN', 'MEMBER', 'ORGANIZER', 'MENTOR', 'JUDGE'] as const;
const ofPoint = ({ point }: Scene) => ({ pointId: point.id });
const ofTrack = ({ track }: Scene) => ({ eventId: track.id });
const ofPlace = ({ place }: Scene) => ({ id: place.id });

export const checkIn: Record<string, Row> = {
  'check-in.scan': {
    // A participant who is not staff may scan only their own token, which this is for one of them.
    may: [...staff, 'registered'],
    params: ofPoint,
    body: ({ place }) => ({ token: place.token }),
  },
  'check-in.scanBatch': {
    may: actors,
    params: ofPoint,
    body: ({ place }) => ({ scans: [{ token: place.token, nonce: randomUUID() }] }),
  },
  'check-in.listPointsOfTrack': { may: staff, params: ofTrack },
  'check-in.listPointsOfSuperEvent': { may: staff, params: ({ hack }) => ({ slug: hack.slug }) },
  'check-in.listAtPoint': { may: staff, params: ({ point }) => ({ id: point.id }) },
  'check-in.exportAtPoint': { may: staff, params: ({ point }) => ({ id: point.id }) },
  'check-in.listForRegistration': { may: [...staff, 'registered'], params: ofPlace },
  'check-in.listForParent': { may: [...staff, 'registered'], params: ({ place }) => ({ id: place.parent.id }) },
  'check-in.createPoint': {
    may: organize,
    params: ({ hack }) => ({ slug: hack.slug }),
    body: () => ({ name: 'Door', opens_at: '2027-03-06T07:00:00Z', closes_at: '2027-03-06T12:00:00Z' }),
  },
  'check-in.updatePoint': { may: organize, params: ({ point }) => ({ id: point.id }), body: () => ({ name: 'Door' }) },
  'check-in.deletePoint': { may: organize, params: ({ point }) => ({ id: point.id }) },
  'check-in.manifest': { may: [] },
  'check-in.board': { may: staff, params: ({ hack }) => ({ slug: hack.slug }) },
  'check-in.listBadges': { may: organize, params: ({ hack }) => ({ slug: hack.slug }) },
  'check-in.badge': { may: organize, params: ({ checkin }) => ({ id: checkin }) },
  'check-in.annul': {
    may: organize,
    params: ({ checkin }) => ({ id: checkin }),
    body: () => ({ reason: 'scanned by mistake' }),
  },
};
