/** The rights on places in a hackathon as a whole, and on their reviews. */
import type { Row, Scene } from './access-matrix.ts';

const organize = ['OWNER', 'ADMIN', 'ORGANIZER'] as const;
const ofParent = ({ place }: Scene) => ({ id: place.parent.id });
const bySlug = ({ hack }: Scene) => ({ slug: hack.slug });

export const parents: Record<string, Row> = {
  'registrations.getParent': { may: [...organize, 'MEMBER', 'registered'], params: ofParent },
  'registrations.updateParent': {
    may: [...organize, 'registered'],
    params: ofParent,
    body: () => ({ looking_for_team: true }),
  },
  'registrations.updateParentStatus': { may: organize, params: ofParent, body: () => ({ status: 'accepted' }) },
  'registrations.eraseData': { may: ['OWNER', 'ADMIN'], params: ofParent },
  'registrations.cancelParent': { may: [...organize, 'registered'], params: ofParent },
  'registrations.confirm': { may: ['registered'], params: ofParent },
  'registrations.nextReview': { may: organize, params: bySlug },
  'registrations.getReviews': { may: organize, params: bySlug },
  'registrations.listReviews': { may: organize, params: ofParent },
  'registrations.review': { may: organize, params: ofParent, body: () => ({ score: 3 }) },
};
