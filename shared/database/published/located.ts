/** The view of resources that every service publishes for the access guard. */
import type { Resource } from '../../contract/endpoint.ts';
import { c, view } from '../columns.ts';

/** The parents and the owner of a resource: `owner_id`, or each member of the team `team_id`. */
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
