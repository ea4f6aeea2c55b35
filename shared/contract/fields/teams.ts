/** What may be said of a team, over HTTP and in an event file, and how many it may have. */
import { t } from '../schema.ts';
import { displayName } from '../vocabulary.ts';
import { memberRoles } from '../teams/shapes.ts';

export const teamFields = { name: displayName(), problem: t.string({ max: 5_000 }), is_open: t.boolean() };

export const teamMemberRole = () => t.enum(...memberRoles);

/** Of a team, where `max_team_size` of a track's `config_json` does not say, and whatever it says. */
export const teamSize = { usual: 4, min: 1, max: 1_000 } as const;
