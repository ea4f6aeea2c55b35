/**
 * Reads as a good engineer writes them in one process: the viewer's roles on the resource in one prepared statement, what
 * is shown in another, on the tables themselves. They answer the same JSON as Muster, which is compared before measuring.
 */
import type { RouteGenericInterface } from 'fastify';
import { isMember, isStaff, mayRead, authorized, type Found } from './guard.ts';
import * as lists from './lists.ts';
import { app, listen, refuse } from './server.ts';
import * as single from './single.ts';
import * as teams from './teams.ts';

type Read = (found: Found, params: { teamId: string }) => Promise<object | undefined>;

function route(path: string, on: Parameters<typeof authorized>[2], may: (found: Found) => boolean, read: Read): void {
  app.get<RouteGenericInterface & { Params: { teamId: string } }>(path, async (request, reply) => {
    const found = await authorized(request, reply, on, may);
    if (!found) return reply;
    const data = await read(found, request.params);
    return data ? { success: true, data } : refuse(reply, 404, 'NOT_FOUND');
  });
}

const isOwnOrStaff = (found: Found) => isStaff(found) || found.owner_id !== null;
/** Everybody with a role in it. */
const sees = (found: Found) => isMember(found) || found.track_roles.length > 0;

route('/registrations/:id', 'registration', isStaff, single.registration);
route('/events/:id', 'event', mayRead, single.track);
route('/super-events/:id', 'super_event', mayRead, single.superEvent);
route('/organizations/:id', 'organization', isMember, single.organization);
route('/teams/:id', 'team', isOwnOrStaff, teams.team);
route('/super-events/:id/team-management/teams/:teamId', 'super_event', isStaff, teams.managedTeam);
route('/events/:id/registrations', 'event', isStaff, lists.ofTrack);
route('/super-events/:id/registrations', 'super_event', isStaff, lists.ofHackathon);
route('/super-events/:id/team-management/builders', 'super_event', isStaff, teams.builders);
route('/events/:id/criteria', 'event', sees, single.criteria);
route('/super-events/:id/team-management/counts', 'super_event', isStaff, teams.counts);

await listen();
