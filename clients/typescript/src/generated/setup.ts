/** Written by `npm run docs` from the contracts of Muster. */
import type { Call } from '../calls.ts';
import type { EventFileJob } from './shapes.ts';

export interface Setup {
  /**
   * Say what applying an event file would change, and change nothing.
   * `POST /organizations/:orgSlug/event-file/plan`
   * Refusals: `VALIDATION_FAILED`, `PAYLOAD_TOO_LARGE`, `NOT_FOUND`, `FILE_NOT_PERMITTED`, `FILE_NOT_APPLICABLE`, `TOO_MANY_KEYS`.
   */
  readonly planEventFile: Call<
    { orgSlug: string; file: string; /** Default: `false`. */ prune?: boolean | undefined },
    {
      changes: { created: number; changed: number; unchanged: number; removed?: number | undefined };
      actions: {
        action: 'create' | 'change' | 'remove';
        what: string;
        needs_session?: true | undefined;
        fields: Record<string, unknown>;
      }[];
      losses?: { email: string; loses: string[] }[] | undefined;
    }
  >;
  /**
   * Bring the organization in line with an event file, all of it or nothing; a second time changes nothing.
   * `POST /organizations/:orgSlug/event-file/apply`
   * Refusals: `VALIDATION_FAILED`, `PAYLOAD_TOO_LARGE`, `NOT_FOUND`, `FILE_NOT_PERMITTED`, `FILE_NOT_APPLICABLE`, `TOO_MANY_KEYS`, `LOSES_PLACES`, `SESSION_REQUIRED`.
   */
  readonly applyEventFile: Call<
    {
      orgSlug: string;
      file: string; /** Default: `false`. */
      prune?: boolean | undefined;
      confirm?: number | undefined;
    },
    {
      changes: { created: number; changed: number; unchanged: number; removed?: number | undefined };
      organization: { id: string; slug: string };
      users: Record<string, string>;
      super_events: Record<string, unknown>;
      api_keys: Record<string, string | null>;
      webhooks: Record<string, string>;
    }
  >;
  /**
   * Ask how far an apply is that was answered before its end, and what came of it.
   * `GET /organizations/:orgSlug/event-file/jobs/:jobId`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`.
   */
  readonly getEventFileJob: Call<{ orgSlug: string; jobId: string }, { job: EventFileJob }>;
  /**
   * Download a hackathon as an event file, with its people; applied again it changes nothing.
   * `GET /super-events/:slug/event-file`
   * Refusals: `NOT_FOUND`.
   */
  readonly exportEventFile: Call<{ slug: string }, Response>;
}
