/** The rights on teams that people form themselves. The registered person leads that of the scene, and the member is in it. */
import type { Row, Scene } from './access-matrix.ts';
import { actors } from './actors.ts';

const ofOwnTeam = ({ team }: Scene) => ({ id: team.id });

export const ownTeams: Record<string, Row> = {
  'teams.listOwn': { may: actors },
  'teams.found': { may: actors, params: ({ track }) => ({ eventId: track.slug }), body: () => ({ name: 'Comets' }) },
  // An open team is joined by those who are accepted there, a closed one by a code: nobody has either here.
  'teams.join': { may: actors, body: () => ({}) },
  'teams.changeOwn': { may: ['registered'], params: ofOwnTeam },
  'teams.disband': { may: ['registered'], params: ofOwnTeam },
  'teams.invite': { may: ['registered'], params: ofOwnTeam },
  'teams.leave': { may: ['registered'], params: ofOwnTeam },
  'teams.dismiss': { may: ['registered'], params: ofOwnTeam, body: ({ member }) => ({ user_id: member.id }) },
  'teams.lead': { may: ['registered'], params: ofOwnTeam, body: ({ member }) => ({ user_id: member.id }) },
};
