/** A file is older than what was decided at the desk since. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  process.env['DATABASE_URL'] = stage.databaseUrl;
  expect((await ask(apply, { file: written(undecided) })).code).toBe(0);
  await stage.rows`update registrations.super_event_registration set status = 'accepted'`;
  await stage.rows`update registrations.registration set status = 'accepted'`;
  await stage.rows`insert into registrations.seat (super_event_id, accepted)
    select id, 3 from events.super_event on conflict (super_event_id) do update set accepted = 3`;
});
afterEach(() => stage.close());

/** Pam waits for a decision in it, which was made at the desk since. */
const undecided = acme({
  participants: parts.participants.replace('Pam Three, registrations: [{ track: ai }]', 'Pam Three, status: pending'),
});
const loss = {
  email: 'pam@x.test',
  loses: ['the place in spring-hack (accepted -> pending)'],
};
const inWords = 'pam@x.test loses the place in spring-hack (accepted -> pending)';
const pam = async () =>
  (
    await stage.rows<{ status: string }>`
      select r.status from registrations.super_event_registration r join identity.person p on p.id = r.user_id
       where p.email = 'pam@x.test'`
  )[0]?.status;

describe('A file that would take the place of somebody who was accepted since', () => {
  it('says so in its plan, by name', async () => {
    const { code, stdout, stderr } = await run(plan, { file: written(undecided) });
    expect(code).toBe(2);
    expect(stdout).toContain(`! ${inWords}\n`);
    expect(stderr).toMatch(/^Run muster apply -f .* --yes to do this\.$/m);
    expect((await ask(plan, { file: written(undecided) })).answer).toMatchObject({ losses: [loss] });
  });

  it('is refused to a script that does not say that it is meant', async () => {
    const { code, stderr } = await run(apply, { file: written(undecided) });
    expect(code).toBe(1);
    expect(stderr).toContain(`${inWords}.\nNothing was changed.`);
    expect(stderr).toContain('apply with --yes');
    expect(await pam()).toBe('accepted');
    const meant = await run(apply, { file: written(undecided), yes: true });
    expect(meant).toMatchObject({ code: 0, stderr: expect.stringContaining(inWords) });
    expect(await pam()).toBe('pending');
  });

  it.each([
    [false, 'accepted'],
    [true, 'pending'],
  ])('asks at a terminal, names her before, and takes %s for an answer', async (answer, status) => {
    const asked: string[] = [];
    const atTerminal: typeof apply = (options, output) =>
      apply(options, output, (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      });
    const { stderr } = await run(atTerminal, { file: written(undecided) });
    expect(stderr).toContain(`! ${inWords}\n`);
    expect(asked).toEqual(['Do this, and take it from 1 person? [y/N] ']);
    expect(await pam()).toBe(status);
  });
});

describe('A file that moves somebody to another team', () => {
  it('takes the former one from them', async () => {
    const teams = `
      - { track: ai, name: Rockets, members: [{ email: paul@x.test, role: LEADER }] }
      - { track: ai, name: Comets, members: [{ email: pia@x.test, role: LEADER }] }`;
    const participants = parts.participants.replace('Pam Three, registrations: [{ track: ai }]', 'Pam Three');
    const { answer } = await ask(plan, { file: written(acme({ participants, teams })) });
    expect(answer.losses).toEqual([{ email: 'pia@x.test', loses: ['the team spring-hack/ai/Rockets'] }]);
  });
});

describe('A file that takes nothing from anybody', () => {
  it('is applied by a script without a word', async () => {
    const participants = parts.participants.replace(
      'Pam Three, registrations',
      'Pam Three, status: accepted, registrations',
    );
    const { code, stderr } = await run(apply, { file: written(acme({ participants, name: 'Another Hack' })) });
    expect({ code, stderr: stderr.includes('loses') }).toEqual({ code: 0, stderr: false });
  });
});
