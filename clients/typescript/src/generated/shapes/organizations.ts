/** Written by `npm run docs` from the contracts of Muster. */
import type { OrganizationRole } from '../shapes.ts';

export type Membership = { id: string; user_id: string; role: OrganizationRole };
