/** The jobs of mail: single emails, the emails of announcements, and announcements whose time has come. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { openSealed, type KeyPair } from '../../shared/base/sealing.ts';
import type { EmailData, EmailName } from '../../shared/contract/emails.ts';
import type { Db } from '../../shared/database/database.ts';
import { recordChanges } from '../../shared/database/audit.ts';
import { retry, transaction } from '../../shared/database/transaction.ts';
import type { JobContext, JobHandler, Jobs } from '../../shared/kit/queue.ts';
import { draftOf, exampleWords, wordsFor } from './rich-text.ts';
import { inLanguage } from './languages.ts';
import { compose, type EmailDraft } from './layout.ts';
import { textsIn } from './texts/texts.ts';
import { writers } from './emails/writers.ts';
import type { EmailWriter } from './emails/writer.ts';
import { begin as beginSending, findEmailLook, lockAnnouncement, tasks, type EmailLook } from './announcements.sql.ts';
import {
  findLocale,
  findPerson,
  noteDone,
  noteOutcome,
  readRecipient,
  readTest,
  nextSendDelay,
  type Addressed,
} from './recipients.sql.ts';
import { isRefusedForGood, type Envelope, type Send } from './transport.ts';

/** The payload that `published.send_letter` writes. */
interface Job<L extends EmailName = EmailName> {
  readonly letter: L;
  readonly to: string;
  readonly key: string;
  readonly content: { readonly data: EmailData<L>; readonly sealed: string | null };
}

export interface EmailJobOptions {
  readonly db: Db;
  readonly send: Send;
  /** Removes the letters to these addresses that were written to files. */
  readonly forget: (addresses: readonly string[]) => Promise<void>;
  readonly keys: KeyPair;
  readonly publicUrl: string;
  /** Emails a minute, of all processes together; undefined without a limit. */
  readonly rate: number | undefined;
  /** Counts a try by its outcome. */
  readonly count: (outcome: 'sent' | 'failed') => void;
  /** Says that there are new facts of this organization. */
  readonly tell: (organization_id: string) => void;
}

/** Emails that one process sends at the same time. With few a minute, one that waits for its turn keeps no others waiting. */
const emailsAtOnce = { usual: 5, slow: 1 };
const slowBelow = 60;
const emailTimeoutMs = 55_000;
/** Added by `mail.erase`. */
const forgetTask = 'forget-letters';
const lookForMs = 10_000;

export function emailJobs(means: EmailJobOptions): Jobs {
  const looks = new LRUCache<string, EmailLook>({
    ...{ max: 500, ttl: lookForMs },
    fetchMethod: (super_event_id) => findEmailLook(means.db.fork(), super_event_id),
  });
  const post = postWith(means);
  const { begin, send, test } = tasks;
  return {
    handlers: {
      letter: emailHandler(means, looks, post),
      [send]: announcementHandler(means, looks, post),
      [test]: testHandler(means, looks, post),
      [forgetTask]: (payload) => means.forget((payload as { addresses: readonly string[] }).addresses),
      [begin]: (payload) => beginAtItsTime(means, (payload as { id: string }).id),
    },
    atOnce: (means.rate ?? Infinity) < slowBelow ? emailsAtOnce.slow : emailsAtOnce.usual,
    timeoutMs: emailTimeoutMs,
  };
}

type Looks = LRUCache<string, EmailLook>;
type Post = (write: () => EmailDraft, envelope: Envelope) => Promise<void>;

const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** Sends one email and counts it. */
const postWith =
  ({ send, count }: EmailJobOptions): Post =>
  async (write, envelope) => {
    try {
      await send(compose(write()), envelope);
      count('sent');
    } catch (error) {
      count('failed');
      throw error;
    }
  };

/** Waits until the next email may leave. A turn that is taken is not given back. */
async function waitForTurn({ db, rate }: EmailJobOptions, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
  if (rate === undefined) return;
  const waitMs = await nextSendDelay(db.fork(), 60_000 / rate);
  if (waitMs > 0) await pause(waitMs, undefined, { signal });
}

const emailHandler =
  (means: EmailJobOptions, looks: Looks, post: Post): JobHandler =>
  async (payload, context) => {
    const { letter, to, key, content } = payload as Job;
    await waitForTurn(means, context);
    const write = writers[letter] as EmailWriter<EmailName>;
    const envelope = { to, id: idOf(key), written_at: new Date(context.job.created_at) };
    const { happening } = content.data as EmailData<'moved'>;
    const look = happening?.super_event_id ? await looks.fetch(happening.super_event_id) : undefined;
    const locale = (content.data as EmailData<'email-change'>).locale ?? (await findLocale(means.db.fork(), to));
    const opened = () => {
      const secret =
        content.sealed === null ? undefined : openSealed(means.keys, Buffer.from(content.sealed, 'base64'));
      const { publicUrl } = means;
      const { data, own } = inLanguage(locale, content.data, look);
      return write(data, { publicUrl, secret, own, texts: textsIn(locale), ...envelope });
    };
    await post(() => ({ ...opened(), look, locale }), envelope);
  };

/**
 * Records each sent email at once, and sends none again that is recorded. A process that dies between the mail server's answer
 * and that record sends the email again under the same id, as with any other email.
 */
const announcementHandler =
  (means: EmailJobOptions, looks: Looks, post: Post): JobHandler =>
  async (payload, context) => {
    const addressed = payload as Addressed;
    const { announcement_id, user_id } = addressed;
    const { job } = context;
    const db = means.db.fork();
    await waitForTurn(means, context);
    const found = await readRecipient(db, announcement_id, user_id);
    const note = (outcome: Parameters<typeof noteOutcome>[2]) =>
      retry(async () => {
        await noteOutcome(db, addressed, outcome);
        await noteDone(db, announcement_id);
      });
    if (!found) return note('stays');
    const look = await looks.fetch(found.super_event_id);
    const draft = draftOf(found, wordsFor(found), {
      ...found,
      look,
      unsubscribe: `${means.publicUrl}/unsubscribe/${found.token}`,
    });
    const id = idOf(`${tasks.send} ${announcement_id} ${user_id}`);
    try {
      await post(() => draft, { to: found.email, id, written_at: new Date(job.created_at) });
    } catch (error) {
      const isLast = job.attempts >= job.max_attempts;
      if (!isLast && !isRefusedForGood(error)) throw error;
      await note('failed');
      if (isLast) throw error;
      return;
    }
    await note('sent');
  };

const testHandler =
  (means: EmailJobOptions, looks: Looks, post: Post): JobHandler =>
  async (payload, context) => {
    const { announcement_id, user_id } = payload as Addressed;
    const db = means.db.fork();
    await waitForTurn(means, context);
    const person = await findPerson(db, user_id);
    const found = person && (await readTest(db, announcement_id, person.locale));
    if (!found) return;
    const look = await looks.fetch(found.super_event_id);
    const draft = draftOf(found, exampleWords(person.name, found), {
      ...{ ...found, look, locale: person.locale, unsubscribe: undefined },
    });
    const { job } = context;
    const id = idOf(`${tasks.test} ${job.id}`);
    const envelope = { to: person.email, id, written_at: new Date(job.created_at) };
    await post(() => ({ ...draft, subject: `Test: ${draft.subject}` }), envelope);
  };

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/** Begins an announcement at its time. Its row decides: one that was sent, changed to a later time or cancelled meanwhile is left alone. */
async function beginAtItsTime({ db, tell }: Pick<EmailJobOptions, 'db' | 'tell'>, id: string): Promise<void> {
  const organization_id = await retry(() =>
    transaction(db.fork(), async (tx) => {
      const held = await lockAnnouncement(tx, id);
      if (held?.status !== 'scheduled' || !held.send_at || new Date(held.send_at) > new Date()) return undefined;
      const { organization_id, super_event_id } = held;
      const recipients = await beginSending(tx, id, held);
      const ids = { super_event_id, announcement_id: id };
      const author = { organization_id, ...nobody, action: 'mail.sendAnnouncement' };
      await recordChanges(tx, author, [{ fact: 'announcement.sent', ids, before: {}, after: { recipients } }]);
      return organization_id;
    }),
  );
  if (organization_id) tell(organization_id);
}
