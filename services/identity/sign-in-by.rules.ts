/** Codes of failures at an issuer, and allowed targets of redirects. */
import type { SignInRefusal } from '../../shared/contract/sign-in-by.ts';

/** An answer of an issuer that names another, or that names none although it always does. */
export class IssuerMismatch extends Error {}

/** The errors of openid-client: a code, and behind it the error of the check with what it compared. */
interface Refused {
  readonly name?: string;
  readonly code?: string;
  readonly error?: string;
  readonly message?: string;
  readonly cause?: Refused & { readonly claim?: string };
}

const byClaim: Readonly<Record<string, SignInRefusal>> = {
  nonce: 'NONCE_MISMATCH',
  aud: 'AUDIENCE_MISMATCH',
  azp: 'AUDIENCE_MISMATCH',
  iss: 'ISSUER_MISMATCH',
};
const byCode: Readonly<Record<string, SignInRefusal>> = {
  OAUTH_RESPONSE_BODY_ERROR: 'CODE_REFUSED',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'TOKEN_EXPIRED',
  OAUTH_KEY_SELECTION_FAILED: 'SIGNATURE_INVALID',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'SUBJECT_MISMATCH',
  OAUTH_TIMEOUT: 'ISSUER_UNAVAILABLE',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'ISSUER_UNAVAILABLE',
  OAUTH_RESPONSE_IS_NOT_JSON: 'ISSUER_UNAVAILABLE',
};
/** The library has one code for these and all else that is malformed. */
const ofSignature = /signature verification failed|"alg" header/;

/** Returns what a failure at an issuer is called. */
export function refusalOf(thrown: unknown): SignInRefusal {
  if (thrown instanceof IssuerMismatch) return 'ISSUER_MISMATCH';
  const { code = '', error, cause, name } = thrown as Refused;
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return error === 'access_denied' ? 'DECLINED' : 'ISSUER_REFUSED';
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    return byClaim[cause?.cause?.claim ?? ''] ?? 'ISSUER_ANSWER_INVALID';
  }
  if (ofSignature.test(cause?.message ?? '')) return 'SIGNATURE_INVALID';
  // Errors of the network have no code of the library.
  if (name === 'TypeError' && code === '') return 'ISSUER_UNAVAILABLE';
  return byCode[code] ?? 'ISSUER_ANSWER_INVALID';
}

/**
 * Returns the path of a page of ours below the public address, with its query and fragment; undefined for any other
 * address, however it is spelt.
 */
export function pathIn(publicUrl: string, next: string): string | undefined {
  if (!/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined;
  const [root, url] = [new URL(`${publicUrl}/`), URL.parse(publicUrl + next)];
  if (url?.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
  return url.pathname.slice(root.pathname.length - 1) + url.search + url.hash;
}
