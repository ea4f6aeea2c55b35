/** Onboarding: other systems bring people into a hackathon by email address. */
import { implement } from '../../shared/kit/implement.ts';
import { accept, acceptAsMyself, readInvite, spendInvite } from './accept-invite.ts';
import { onboard } from './onboard.ts';
import { tables } from './entities.ts';

export default implement('onboarding', {
  entities: tables,
  actions: { onboard, readInvite, accept, acceptAsMyself, spendInvite },
  // An invite can be accepted for a week and is kept for another month.
  expiringRows: [{ table: 'invite', since: 'expires_at', days: 30 }],
});
