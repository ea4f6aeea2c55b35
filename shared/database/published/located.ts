/** What every service publishes of what the guard has to find. */
import type { Resource } from '../../contract/endpoint.ts';
import { c, view } from '../columns.ts';

/** Where a resource belongs and whose it is: `owner_id`, or each member of the team `team_id`. */
export const located = <const Name extends Resource>(resource: Name, about: string) =>
  view(`located_${resource}`, about, {
    id: c.uuid().primary(),
    organization_id: c.uuid(),
    super_event_id: c.uuid().nullable(),
    event_id: c.uuid().nullable(),
    owner_id: c.uuid().nullable(),
    team_id: c.uuid().nullable(),
    is_draft: c.boolean(),
    is_private: c.boolean(),
  });
