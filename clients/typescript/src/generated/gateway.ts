/** Written by `npm run docs` from the contracts of Muster. */
import type { Call } from '../calls.ts';

export interface Gateway {
  /**
   * The status of the service and where everything is.
   * `GET /`
   */
  readonly root: Call<
    Record<string, never>,
    { message: string; version: string; timestamp: string; endpoints: Record<string, string> }
  >;
  /**
   * The status of the service and where everything is.
   * `GET /status`
   */
  readonly status: Call<
    Record<string, never>,
    { message: string; version: string; timestamp: string; endpoints: Record<string, string> }
  >;
  /**
   * This interface as an OpenAPI 3.1 document.
   * `GET /openapi.json`
   */
  readonly document: Call<Record<string, never>, Response>;
  /**
   * The page to read and try this interface on.
   * `GET /reference`
   */
  readonly reference: Call<Record<string, never>, Response>;
  /**
   * What that page runs.
   * `GET /reference/swagger-ui-bundle.js`
   */
  readonly referenceScript: Call<Record<string, never>, Response>;
  /**
   * What that page looks like.
   * `GET /reference/swagger-ui.css`
   */
  readonly referenceStyle: Call<Record<string, never>, Response>;
  /**
   * The page to sign in on, which leads each to where they belong.
   * `GET /signin`
   */
  readonly signInPage: Call<Record<string, never>, Response>;
  /**
   * The page that the link of a verification email leads to; opening it changes nothing.
   * `GET /auth/verify`
   */
  readonly verifyPage: Call<Record<string, never>, Response>;
  /**
   * The page to ask for a new password, and to choose it with the link of the email.
   * `GET /auth/reset`
   */
  readonly resetPage: Call<Record<string, never>, Response>;
  /**
   * The page that the link of an invitation leads to; opening it changes nothing.
   * `GET /invites/accept`
   */
  readonly acceptPage: Call<Record<string, never>, Response>;
  /**
   * The page of organizers.
   * `GET /desk`
   */
  readonly deskPage: Call<Record<string, never>, Response>;
  /**
   * The page of the door, where tokens are scanned.
   * `GET /kiosk`
   */
  readonly kioskPage: Call<Record<string, never>, Response>;
  /**
   * The page of judges.
   * `GET /judge`
   */
  readonly judgePage: Call<Record<string, never>, Response>;
  /**
   * The page of participants, with their tickets.
   * `GET /me`
   */
  readonly mePage: Call<Record<string, never>, Response>;
  /**
   * The page for the screen beside the doors.
   * `GET /board`
   */
  readonly boardPage: Call<Record<string, never>, Response>;
  /**
   * What keeps pages for when there is no network.
   * `GET /worker.js`
   */
  readonly pageWorker: Call<Record<string, never>, Response>;
  /**
   * What a page loads; a name stands for one content for ever.
   * `GET /assets/:file`
   * Refusals: `NOT_FOUND`.
   */
  readonly pagePart: Call<{ file: string }, Response>;
}
