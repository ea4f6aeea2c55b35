/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type { Announcement, Audience } from './shapes.ts';

export interface Mail {
  /**
   * List the announcements of a hackathon.
   * `GET /super-events/:slug/announcements`
   * Refusals: `NOT_FOUND`.
   */
  readonly listAnnouncements: List<
    { slug: string; limit?: number | undefined; cursor?: string | undefined },
    { announcements: Announcement[]; count: number },
    'announcements'
  >;
  /**
   * Write an announcement; with send_at it is sent then by itself.
   * `POST /super-events/:slug/announcements`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `INVALID_TRACK`.
   */
  readonly createAnnouncement: Call<
    {
      slug: string;
      subject: string;
      body: string; /** Default: `{}`. */
      audience?: Audience | undefined;
      send_at?: string | null | undefined;
    },
    { announcement: Announcement }
  >;
  /**
   * See whom an announcement would reach, and what it looks like with examples in its braces.
   * `POST /super-events/:slug/announcements/preview`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `INVALID_TRACK`.
   */
  readonly previewAnnouncement: Call<
    {
      slug: string;
      subject?: string | undefined;
      body?: string | undefined; /** Default: `{}`. */
      audience?: Audience | undefined;
    },
    { recipients: number; subject: string; text: string; html: string }
  >;
  /**
   * Get an announcement, with how many of its emails have left.
   * `GET /announcements/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly getAnnouncement: Call<{ id: string }, { announcement: Announcement }>;
  /**
   * Change an announcement that was not sent; send_at of null makes it a draft again.
   * `PATCH /announcements/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `INVALID_TRACK`, `ANNOUNCEMENT_SENT`.
   */
  readonly updateAnnouncement: Call<
    {
      id: string;
      subject?: string | undefined;
      body?: string | undefined;
      audience?: Audience | undefined;
      send_at?: string | null | undefined;
    },
    { announcement: Announcement }
  >;
  /**
   * Delete an announcement that was not sent.
   * `DELETE /announcements/:id`
   * Refusals: `NOT_FOUND`, `ANNOUNCEMENT_SENT`.
   */
  readonly deleteAnnouncement: Call<{ id: string }, { deleted: true }>;
  /**
   * Send an announcement to yourself, with examples in its braces.
   * `POST /announcements/:id/test`
   * Refusals: `NOT_FOUND`.
   */
  readonly testAnnouncement: Call<{ id: string }, { email: string }>;
  /**
   * Send an announcement now, once: its recipients are settled, and a further request changes nothing.
   * `POST /announcements/:id/send`
   * Refusals: `NOT_FOUND`, `ANNOUNCEMENT_CANCELLED`.
   */
  readonly sendAnnouncement: Call<{ id: string }, { announcement: Announcement }>;
  /**
   * Cancel an announcement: emails that have not left do not leave.
   * `POST /announcements/:id/cancel`
   * Refusals: `NOT_FOUND`, `ANNOUNCEMENT_SENT`, `ANNOUNCEMENT_NOT_SENT`.
   */
  readonly cancelAnnouncement: Call<{ id: string }, { announcement: Announcement }>;
  /**
   * Say whose emails the link of an announcement stops; a browser gets the page, and opening it changes nothing.
   * `GET /unsubscribe/:token`
   * Refusals: `NOT_FOUND`.
   */
  readonly readSubscription: Call<{ token: string }, { organization_name: string; unsubscribed: boolean }>;
  /**
   * Stop the announcements of the organization, as mail programs do with one click (RFC 8058).
   * `POST /unsubscribe/:token`
   * Refusals: `NOT_FOUND`.
   */
  readonly unsubscribe: Call<{ token: string }, { organization_name: string; unsubscribed: boolean }>;
  /**
   * Get the announcements of the organization again.
   * `DELETE /unsubscribe/:token`
   * Refusals: `NOT_FOUND`.
   */
  readonly resubscribe: Call<{ token: string }, { organization_name: string; unsubscribed: boolean }>;
}
