/** Speaks to the passkeys of the browser. It is loaded when somebody adds or uses one. */
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { BrowserFailure } from './refused.ts';
import { passkeys } from './people/texts/en.ts';

type Json = Record<string, unknown>;

/** Words for what browsers say; the rest is that somebody changed their mind, or took too long. */
const words: Readonly<Record<string, string>> = {
  InvalidStateError: passkeys.isHereAlready,
  NotSupportedError: passkeys.noneWouldDo,
  SecurityError: passkeys.otherAddress,
};

async function asked(answering: Promise<object>): Promise<Json> {
  try {
    return { ...(await answering) };
  } catch (cause) {
    const name = cause instanceof WebAuthnError && cause.cause instanceof Error ? cause.cause.name : '';
    throw new BrowserFailure(words[name] ?? passkeys.unused, { cause });
  }
}

/** Has the browser make a passkey. */
export const makePasskey = (optionsJSON: Json): Promise<Json> =>
  asked(
    startRegistration({
      optionsJSON: optionsJSON as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }),
  );

/** Has the browser sign with one. */
export const usePasskey = (optionsJSON: Json): Promise<Json> =>
  asked(
    startAuthentication({
      optionsJSON: optionsJSON as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    }),
  );
