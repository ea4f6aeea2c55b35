/** Tokens from emails and invitations: good for one use, each at an endpoint of its own. */
import { hashToken, newLinkToken, newTypedCode } from '../../shared/base/session-token.ts';
import type { Scene } from '../conformance/access-matrix.ts';
import { hashed, password } from '../support/sign-in.ts';
import type { Place } from './ground.ts';

/** By the operation that takes it, with the name it has there. */
export async function linksIn(place: Place, scene: Scene): Promise<Record<string, string>> {
  const team = newTypedCode();
  const [verify, reset] = [await login(place, 'verify'), await login(place, 'reset')];
  const [change, stop] = [await addressChange(place), await addressChange(place)];
  const accept = await invitation(place, scene);
  await place.rows`
    insert into teams.invitation (team_id, code_hash, invited_by)
    values (${scene.team.id}, decode(${hashToken(team)}, 'hex'), ${scene.registered.id})`;
  return {
    'identity.verify token': verify,
    'identity.updatePassword token': reset,
    'identity.confirmEmail token': change.token,
    'identity.stopEmail token': stop.stop,
    'identity.completeSignIn ticket': await ticket(place),
    'identity.restoreMe token': await erasure(place),
    'onboarding.readInvite token': accept,
    'onboarding.accept token': accept,
    'onboarding.acceptAsMyself token': await invitation(place, scene, scene.judge.email),
    'teams.join code': team,
    'identity.readPairing code': await device(place, scene),
    'identity.pairDevice code': await device(place, scene),
    'events.searchList list': 'countries',
  };
}

let count = 0;
const newAddress = () => `fuzzed-${++count}@muster.test`;

async function login(place: Place, purpose: 'verify' | 'reset'): Promise<string> {
  const { token, token_hash } = newLinkToken();
  const email = newAddress();
  if (purpose === 'reset') await place.person({ email });
  const password_hash = purpose === 'verify' ? await hashed(password) : null;
  await place.rows`
    insert into identity.login_link (token_hash, purpose, email, name, password_hash)
    values (decode(${token_hash}, 'hex'), ${purpose}, ${email}, 'Ada', ${password_hash})`;
  return token;
}

/** A sign-in that waits for a second factor. */
async function ticket(place: Place): Promise<string> {
  const { token, token_hash } = newLinkToken();
  const { id } = await place.person();
  await place.rows`
    insert into identity.second_factor_ticket (ticket_hash, user_id) values (decode(${token_hash}, 'hex'), ${id})`;
  return token;
}

async function addressChange(place: Place) {
  const [confirming, stopping] = [newLinkToken(), newLinkToken()];
  const { id, email } = await place.person();
  await place.rows`
    insert into identity.email_change (user_id, former_email, email, token_hash, code_hash, stop_hash)
    values (${id}, ${email}, ${newAddress()}, decode(${confirming.token_hash}, 'hex'), '',
            decode(${stopping.token_hash}, 'hex'))`;
  return { token: confirming.token, stop: stopping.token };
}

async function erasure(place: Place): Promise<string> {
  const { token, token_hash } = newLinkToken();
  const { id } = await place.person();
  await place.rows`insert into identity.erasure (user_id, token_hash) values (${id}, decode(${token_hash}, 'hex'))`;
  return token;
}

async function device({ rows }: Place, { acme, hack, registered }: Scene): Promise<string> {
  const code = newTypedCode();
  await rows`
    insert into identity.device (organization_id, super_event_id, kind, name, created_by, code_hash, code_expires_at)
    values (${acme.id}, ${hack.id}, 'kiosk', 'Door', ${registered.id}, decode(${hashToken(code)}, 'hex'),
            now() + interval '1 hour')`;
  return code;
}

async function invitation({ rows }: Place, { acme, hack, registered }: Scene, email = newAddress()): Promise<string> {
  const { token, token_hash } = newLinkToken();
  await rows`
    insert into onboarding.invite (organization_id, super_event_id, email, first_name, token_hash, invited_by)
    values (${acme.id}, ${hack.id}, ${email}, 'Grace', decode(${token_hash}, 'hex'), ${registered.id})`;
  return token;
}
