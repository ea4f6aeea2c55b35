/** Written by `npm run docs` from the contracts of Muster. */
import type { Call } from '../calls.ts';
import type { Locale, Session, PageSession, Invitation } from './shapes.ts';

export interface Onboarding {
  /**
   * Enroll somebody by their email address, or invite them where they have no account yet.
   * `POST /super-events/:slug/participants`
   * Refusals: `EVENT_NOT_FOUND`, `EVENT_NOT_PAID`, `NO_TRACKS`, `REGISTRATION_CLOSED`, `MAX_PARTICIPANTS_REACHED`.
   */
  readonly onboard: Call<
    {
      slug: string;
      email: string;
      firstName?: string | undefined;
      lastName?: string | undefined;
      linkedinUrl?: string | undefined;
      githubUrl?: string | undefined;
    },
    | { status: 'already_invited'; email: string }
    | { status: 'already_enrolled'; userId: string }
    | { status: 'enrolled'; userId: string }
    | { status: 'invited'; email: string }
  >;
  /**
   * Read what an invitation is to, by whom and when, with the token of its link; changes nothing.
   * `POST /invites/read`
   * Refusals: `INVITE_NOT_FOUND`.
   */
  readonly readInvite: Call<{ token: string }, { invitation: Invitation; has_account: boolean }>;
  /**
   * Accept an invitation with the token of its link.
   * `POST /invites/accept`
   * Refusals: `SECOND_FACTOR_REQUIRED`, `INVITE_NOT_FOUND`, `PASSWORD_REQUIRED`, `INVALID_CREDENTIALS`, `EVENT_NOT_FOUND`, `EVENT_NOT_PAID`, `MAX_PARTICIPANTS_REACHED`, `PERMISSION_DENIED`.
   */
  readonly accept: Call<
    {
      token: string;
      name?: string | undefined;
      password?: string | undefined;
      locale?: Locale | undefined;
      cookie?: boolean | undefined;
    },
    { status: 'accepted'; user_id: string; session: Session | PageSession }
  >;
  /**
   * Accept an invitation to your own address with the token of its link; without a password, for you are signed in.
   * `POST /me/invites/accept`
   * Refusals: `INVITE_NOT_FOUND`, `PERMISSION_DENIED`, `EVENT_NOT_FOUND`, `EVENT_NOT_PAID`, `MAX_PARTICIPANTS_REACHED`.
   */
  readonly acceptAsMyself: Call<{ token: string }, { status: 'accepted'; user_id: string }>;
}
