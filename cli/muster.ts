#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { CommandFailure, createOutput, exitCodes, type ExitCode, type Output } from './output.ts';

type Run<Options> = (options: Options, output: Output) => ExitCode | Promise<ExitCode>;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Commands are loaded when they are asked for: most need a database, and `validate` shall not wait for one. */
const running =
  <Options>(load: () => Promise<Run<Options>>) =>
  async (...given: unknown[]) => {
    const command = given.at(-1) as Command;
    const named = command.registeredArguments.map((argument, position) => [argument.name(), given[position]]);
    const { json, ...options } = { ...command.optsWithGlobals(), ...Object.fromEntries(named) } as Options & {
      json?: boolean;
    };
    const run = await load();
    process.exitCode = await run(options as Options, createOutput({ json: json === true }));
  };

/** For commands that ask around: whatever still owes them an answer, a file system or a bus, does not hold up the end. */
const thenLeaving =
  (act: (...given: unknown[]) => Promise<void>) =>
  async (...given: unknown[]) => {
    await act(...given);
    setTimeout(() => process.exit(), 1_000).unref();
  };

const program = new Command('muster')
  .description('Describe hackathons in a file and bring a muster service in line with it.')
  .version(version, '-V, --version', 'print the version')
  .option('--json', 'answer as JSON on stdout')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Run muster --help, or muster COMMAND --help, to see what is possible.')
  .exitOverride();

program
  .command('validate')
  .description('read an event file without a database and show everything that is wrong with it')
  .requiredOption('-f, --file <file>', 'the event file')
  .action(running(async () => (await import('./commands/validate.ts')).validate));

program
  .command('plan')
  .description('show what apply would do; exit 2 where that is something')
  .requiredOption('-f, --file <file>', 'the event file')
  .option('--prune', 'also remove configuration that the file does not name')
  .action(running(async () => (await import('./commands/plan.ts')).plan));

program
  .command('apply')
  .description('bring the database in line with an event file, all of it or nothing')
  .requiredOption('-f, --file <file>', 'the event file')
  .option('-y, --yes', 'do not ask')
  .option('--prune', 'also remove configuration that the file does not name')
  .action(running(async () => (await import('./commands/apply.ts')).apply));

program
  .command('export')
  .description('write the live state of a super event as an event file')
  .requiredOption('--super-event <slug>', 'which one')
  .option('--org <slug>', 'needed where several organizations have the slug')
  .option('-o, --output <file>', 'where to, instead of stdout')
  .action(running(async () => (await import('./commands/export.ts')).exportEventFile));

const keys = program.command('keys').description('make, list and end API keys');
keys
  .command('create')
  .description('make a key, and show its text this once')
  .requiredOption('--user <email>', 'whom the key acts for')
  .requiredOption('--org <slug>', 'in which organization')
  .requiredOption('--label <label>', 'how people know it; unique in the organization')
  .option('--expires <time>', 'when it ends, as in 2027-03-08T00:00Z')
  .action(running(async () => (await import('./commands/keys.ts')).create));
keys
  .command('list')
  .description('show all keys that were not revoked; never their text')
  .option('--org <slug>', 'only of this organization')
  .action(running(async () => (await import('./commands/keys.ts')).list));
keys
  .command('revoke')
  .description('end a key')
  .argument('<label>')
  .option('--org <slug>', 'needed where several organizations have the label')
  .action(running(async () => (await import('./commands/keys.ts')).revoke));

const migrate = program.command('migrate').description('bring the database to this release');
migrate
  .command('up')
  .description('run what is pending, in one transaction')
  .action(running(async () => (await import('./commands/migrate.ts')).up));
migrate
  .command('status')
  .description('show what has run and what is pending')
  .action(running(async () => (await import('./commands/migrate.ts')).status));

program
  .command('seed')
  .description('make a large, believable hackathon for trials and load tests')
  .requiredOption('--participants <number>', 'how many people apply')
  .option('--seed <number>', 'the same number makes the same people', '42')
  .action(running(async () => (await import('./commands/seed.ts')).seed));

program
  .command('recount')
  .description('count anew what is kept counted, such as totals of lists, and mend what is wrong')
  .action(running(async () => (await import('./commands/recount.ts')).recount));

program
  .command('doctor')
  .description('look at everything an installation stands on, and say what to do; exit 1 where there is a problem')
  .action(thenLeaving(running(async () => (await import('./commands/doctor.ts')).doctor)));

program
  .command('status')
  .description('show who runs, how many check-ins come in, and which scans are refused')
  .option('-w, --watch', 'again every two seconds, until Ctrl-C')
  .action(thenLeaving(running(async () => (await import('./commands/status.ts')).status)));

program
  .command('nats-config')
  .description('write users and permissions for nats-server, one user per process')
  .argument('[services...]', 'the services of each process, as in SERVICES; each by itself where none are named')
  .option('--variables', 'leave passwords to the environment of NATS, as NATS_PASSWORD_CHECK_IN')
  .action(running(async () => (await import('./commands/nats-config.ts')).natsConfig));

/** A closed pipe, as by `| head`, is the reader's decision and no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error, createOutput({ json: process.argv.includes('--json') }));
}

function explain(error: unknown, output: Output): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof CommandFailure) {
    output.answer({ error: { message: error.message, next: error.next } }, '');
    output.say(`${output.styled('red', error.message)}\n${error.next}`);
    return error.exitCode;
  }
  output.say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  output.say('This is a fault of muster itself. Please report it with the lines above.');
  return exitCodes.failed;
}
