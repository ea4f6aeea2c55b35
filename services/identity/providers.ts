/** Speaks to issuers: leads people there, and redeems their answers. All checks of the protocol are those of openid-client. */
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Preset, SignInSetting } from '../../shared/process/sign-in-settings.ts';
import { IssuerMismatch } from './sign-in-by.rules.ts';
import { profiles, readClaims, type Told } from './profiles.ts';

/** Loaded by the first sign-in by others, which most installations never see. */
const load = () => import('openid-client');

/** Seconds for each request to an issuer. */
const timeoutSeconds = 3;

/** The values by which one sign-in is recognised. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}
export interface Provider extends Pick<SignInSetting, 'name' | 'label'> {
  /** Returns the address to lead the browser to. */
  readonly begin: (flow: Flow, redirectUri: string) => Promise<string>;
  /** Redeems the answer, and returns what the issuer tells of the person. */
  readonly redeem: (flow: Flow, answer: URL) => Promise<Told>;
}

/** Those that have no OpenID Connect. */
type PlainPreset = Exclude<Preset, 'google'>;
interface Plain {
  readonly server: ServerMetadata;
  readonly scope: string;
}
const plain: Readonly<Record<PlainPreset, Plain>> = {
  github: {
    server: {
      issuer: 'https://github.com',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
    },
    scope: 'read:user user:email',
  },
  discord: {
    server: {
      issuer: 'https://discord.com',
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
    },
    scope: 'identify email',
  },
  mlh: {
    server: {
      issuer: 'https://my.mlh.io',
      authorization_endpoint: 'https://my.mlh.io/oauth/authorize',
      token_endpoint: 'https://my.mlh.io/oauth/token',
    },
    scope: 'public user:read:profile user:read:email',
  },
};
const google = new URL('https://accounts.google.com');

/** Returns the providers by their names. */
export const providersOf = (settings: readonly SignInSetting[]): ReadonlyMap<string, Provider> =>
  new Map(settings.map((setting) => [setting.name, providerOf(setting)]));

function providerOf(setting: SignInSetting): Provider {
  const { name, label, issuer } = setting;
  const preset = typeof issuer === 'string' && issuer !== 'google' ? issuer : undefined;
  const scope = preset ? plain[preset].scope : 'openid email profile';
  let known: Promise<Configuration> | undefined;
  const configured = () => {
    known ??= configurationOf(setting, preset);
    // An issuer that did not answer is asked again by the next sign-in.
    known.catch(() => (known = undefined));
    return known;
  };
  return {
    ...{ name, label },
    async begin({ state, nonce, verifier }, redirect_uri) {
      const [client, config] = [await load(), await configured()];
      const code_challenge = await client.calculatePKCECodeChallenge(verifier);
      const pkce = { code_challenge, code_challenge_method: 'S256' };
      return client.buildAuthorizationUrl(config, { redirect_uri, scope, state, ...pkce, ...(!preset && { nonce }) })
        .href;
    },
    async redeem({ state, nonce, verifier }, answer) {
      const [client, config] = [await load(), await configured()];
      checkIssuer(config.serverMetadata(), answer.searchParams.get('iss'));
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      if (preset) {
        const tokens = await client.authorizationCodeGrant(config, answer, checks);
        return profiles[preset]((url) => read(config, tokens.access_token, url));
      }
      const own = { ...checks, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(config, answer, own);
      const claims = tokens.claims();
      if (!claims) throw new Error('The ID token that was asked for is missing.');
      const isTold = claims['email'] !== undefined || !config.serverMetadata().userinfo_endpoint;
      const more = isTold ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return readClaims({ ...more, ...claims });
    },
  };
}

/** RFC 9207: an answer that names its issuer cannot be taken for that of another. */
function checkIssuer(server: Readonly<ServerMetadata>, named: string | null): void {
  const isPromised = server.authorization_response_iss_parameter_supported === true;
  if (named === null ? isPromised : named !== server.issuer) throw new IssuerMismatch();
}

async function configurationOf({ issuer, clientId, clientSecret }: SignInSetting, preset: PlainPreset | undefined) {
  const client = await load();
  const authentication = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
  if (preset) {
    const config = new client.Configuration(plain[preset].server, clientId, clientSecret, authentication);
    config.timeout = timeoutSeconds;
    return config;
  }
  const address = typeof issuer === 'string' ? google : issuer;
  // Plain http was allowed for this machine alone when the settings were read.
  const onThisMachine = address.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  return client.discovery(address, clientId, clientSecret, authentication, {
    timeout: timeoutSeconds,
    execute: [client.enableNonRepudiationChecks, ...onThisMachine],
  });
}

async function read(config: Configuration, accessToken: string, url: string): Promise<unknown> {
  const client = await load();
  const answer = await client.fetchProtectedResource(config, accessToken, new URL(url), 'GET', undefined, accepted);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return answer.json();
}
const accepted = new Headers({ Accept: 'application/json', 'User-Agent': 'muster' });
