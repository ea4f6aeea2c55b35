/** Onboarding: third parties are brought into a hackathon by their email address. */
import { implement } from '../../shared/broker/implement.ts';
import { accept, spendInvite } from './accept-invite.ts';
import { acceptPage } from './accept-page.ts';
import { onboard } from './onboard.ts';

export default implement('onboarding', {
  actions: { onboard, acceptPage, accept, spendInvite },
  // An invite can be accepted for a week, and is remembered for a month after.
  leftovers: [{ table: 'invite', since: 'expires_at', days: 30 }],
});
