/** Written by `npm run docs` from the contracts of Muster. */

export type EventFileJob = {
  id: string;
  status: 'running' | 'done' | 'failed';
  created_at: string;
  ended_at: string | null;
  result: {
    changes: { created: number; changed: number; unchanged: number; removed?: number | undefined };
    organization: { id: string; slug: string };
    users: Record<string, string>;
    super_events: Record<string, unknown>;
    api_keys: Record<string, string | null>;
    webhooks: Record<string, string>;
  } | null;
  error: {
    status: number;
    code: string;
    message: string;
    errors?:
      | { field: string; code: string; message: string; line?: number | undefined; column?: number | undefined }[]
      | undefined;
    refused?: { what: string; reason: string }[] | undefined;
    reason?: string | undefined;
    next?: string | undefined;
    count?: number | undefined;
    people?: { email: string; loses: string[] }[] | undefined;
  } | null;
};
