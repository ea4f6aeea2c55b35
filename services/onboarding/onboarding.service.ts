/** Onboarding: other systems bring people into a hackathon by email address. */
import { implement } from '../../shared/kit/implement.ts';
import { accept, readInvite, spendInvite } from './accept-invite.ts';
import { onboard } from './onboard.ts';
import { tables } from './entities.ts';

export default implement('onboarding', {
  entities: tables,
  actions: { onboard, readInvite, accept, spendInvite },
  // An invite can be accepted for a week and is kept for another month.
  leftovers: [{ table: 'invite', since: 'expires_at', days: 30 }],
});
