/** P7: writes while a hackathon fills, compared with a rival that writes the same in one transaction. */
import { randomBytes } from 'node:crypto';
import { applicants, type Applicants } from '../applicants.ts';
import { againstRival, type Case, notMeasured, progress, type Row } from '../measure.ts';
import { asInTheImage, hasNatsServer, noBus, onGround, startOverNats, startTogether, type Ground } from '../ground.ts';
import { compare } from '../load/load.ts';
import { startRival } from '../rival/start.ts';

const taken = { connections: 16, rounds: 3, seconds: 2, warming: 1 };
const people = 20_000;
const processes = ['gateway', 'identity', 'organizations', 'events', 'registrations', 'onboarding'];

const what: Record<keyof Applicants, string> = {
  register: 'POST /events/:id/register',
  onboard: 'POST /super-events/:slug/participants',
  updateStatus: 'PATCH /registrations/:id/status',
};

/** Starts mail once to publish its key; emails can then wait in the queue, for both programs alike. */
async function introduceMail({ cluster }: Ground): Promise<void> {
  const mail = await cluster.start('mail', { ...asInTheImage, MAIL_KEY: randomBytes(32).toString('hex') });
  mail.signal('SIGTERM');
  await mail.ended;
}

export const writes: Case = {
  ids: ['P7'],
  async run() {
    if (!hasNatsServer) return [notMeasured('P7', Object.values(what).join(', '), "≤ 2.00 × the rival's CPU", noBus)];
    return onGround(async (ground): Promise<Row[]> => {
      const asked = await applicants(ground, people);
      await introduceMail(ground);
      const rival = await startRival('writes.ts', { DATABASE_URL: ground.databaseUrl });
      const programs = {
        muster: await startOverNats(ground, processes),
        rival: { url: rival.url, spent: ground.spentBy([rival], 'without a bus') },
        together: await startTogether(ground, processes.join()),
      };
      try {
        const rows: Row[] = [];
        for (const name of Object.keys(what) as (keyof Applicants)[]) {
          const loads = await compare(programs, { ...taken, asks: asked[name] });
          rows.push(progress(againstRival({ id: 'P7', what: what[name], most: 2 }, loads)));
        }
        return rows;
      } finally {
        rival.stop();
      }
    });
  },
};
