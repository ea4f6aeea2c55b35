/** All of them, in the order of their promises. */
import type { Scenario } from './scenario.ts';
import { busLoss } from './scenarios/bus-loss.ts';
import { oneServerDies, partition, twoServersDie } from './scenarios/buses.ts';
import { nothingLost } from './scenarios/crashes.ts';
import { databaseRestart } from './scenarios/database-restart.ts';
import { decisionsOnce } from './scenarios/decisions.ts';
import { scansWithoutOthers } from './scenarios/dead-services.ts';
import { failoverKeepsAll, kiosksOfferAgain } from './scenarios/failover.ts';
import { frozen } from './scenarios/frozen.ts';
import { killsCostNothing } from './scenarios/kills.ts';
import { lettersOnce } from './scenarios/letters.ts';
import { overload } from './scenarios/overload.ts';
import { retriesAreSafe } from './scenarios/retries.ts';
import { rollingUpdate } from './scenarios/rolling-update.ts';
import { scansOnce } from './scenarios/scans.ts';
import { neverTooMany } from './scenarios/seats.ts';
import { seatsMoveOnce } from './scenarios/waiting-list.ts';

export const scenarios: readonly Scenario[] = [
  ...[scansOnce, nothingLost, retriesAreSafe, neverTooMany, scansWithoutOthers, killsCostNothing],
  ...[rollingUpdate, busLoss, frozen, databaseRestart, overload, seatsMoveOnce, lettersOnce, decisionsOnce],
  ...[oneServerDies, twoServersDie, partition],
  ...[failoverKeepsAll, kiosksOfferAgain],
];

/** Promises of safety need no fault: the test command holds them all, here. */
export const heldBySpecs: readonly (readonly [id: string, promise: string, ...specs: string[]])[] = [
  ['S21', 'A key sees only its organization', 'conformance/isolation'],
  ['S22', 'Nobody does more than their role allows', 'conformance/access'],
  ['S23', 'Input never sets what it may not set', 'features/gateway/bodies', 'features/kit/audit'],
  ['S24', 'Nothing inside is reached from outside', 'conformance/routes', 'cluster/permissions'],
  ['S25', 'Nobody passes for somebody else', 'features/gateway/meta'],
  ['S26', 'Keys are kept hashed, and end soon after they are revoked', 'features/gateway/authentication'],
  [
    'S27',
    'A refresh token works once, and its theft ends the session',
    'features/identity/refresh',
    'features/identity/password',
  ],
  ['S28', 'Links outlive scanners of mail, and work once', 'web/links', 'features/onboarding/accept-invite'],
  ['S29', 'Nobody learns who has an account', 'features/identity/same-work', 'features/identity/sign-in'],
  ['S30', 'No input makes a failure, a hang or a crash', 'fuzz/fuzz'],
  [
    'S31',
    'Uploads are bounded and whole',
    'features/registrations/files/refusals',
    'features/registrations/files/upload',
  ],
  ['S32', 'An announcement reaches each recipient once, though mail is killed', 'cluster/announcements'],
];
