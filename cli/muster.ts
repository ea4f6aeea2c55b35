#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Declaration } from './further-services.ts';
import { CommandFailure, createOutput, exitCodes, type ExitCode, type CommandOutput } from './output.ts';

type Run<Options> = (options: Options, output: CommandOutput) => ExitCode | Promise<ExitCode>;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Loads a command only when it is used: most need a database library, and `validate` should start without one. */
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

/** For commands with open requests: exits without waiting for a file system or bus that does not answer. */
const thenLeaving =
  (act: (...given: unknown[]) => Promise<void>) =>
  async (...given: unknown[]) => {
    await act(...given);
    setTimeout(() => process.exit(), 1_000).unref();
  };

/** `--calls` and `--hears` belong to the `--service` before them. */
const declared: Declaration[] = [];
function declare(name: string): Declaration[] {
  declared.push({ name, calls: [], hears: [] });
  return declared;
}
const adding = (what: 'calls' | 'hears') => (names: string) => {
  const service = declared.at(-1);
  if (!service) throw new InvalidArgumentError('Name the service first, with --service.');
  service[what].push(...names.split(',').map((name) => name.trim()));
};

const program = new Command('muster')
  .description('Describe hackathons in a file and apply it to a Muster service.')
  .version(version, '-V, --version', 'print the version')
  .option('--json', 'answer as JSON on stdout')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Run muster --help, or muster COMMAND --help, to see what is possible.')
  .exitOverride();

program
  .command('validate')
  .description('check an event file, without a database')
  .requiredOption('-f, --file <file>', 'the event file')
  .action(running(async () => (await import('./commands/validate.ts')).validate));

program
  .command('plan')
  .description('show the changes that apply would make; exit 2 if there are any')
  .requiredOption('-f, --file <file>', 'the event file')
  .option('--prune', 'also remove configuration that the file does not name')
  .action(running(async () => (await import('./commands/apply.ts')).plan));

program
  .command('apply')
  .description('apply an event file to the database, all or nothing')
  .requiredOption('-f, --file <file>', 'the event file')
  .option('-y, --yes', 'do not ask')
  .option('--adopt', 'also if the organization got its slug over HTTP, or has other members')
  .option('--prune', 'also remove configuration that the file does not name')
  .action(running(async () => (await import('./commands/apply.ts')).apply));

program
  .command('export')
  .description('write the live state of a super event as an event file')
  .requiredOption('--super-event <slug>', 'which one')
  .option('--org <slug>', 'required if several organizations have the slug')
  .option('-o, --output <file>', 'write to this file instead of stdout')
  .action(running(async () => (await import('./commands/export.ts')).exportEventFile));

const keys = program.command('keys').description('make, list and end API keys');
keys
  .command('create')
  .description('make a key and show its text once')
  .requiredOption('--user <email>', 'whom the key acts for')
  .requiredOption('--org <slug>', 'its organization')
  .requiredOption('--label <label>', 'how people know it; unique in the organization')
  .option('--expires <time>', 'expiry, such as 2027-03-08T00:00Z')
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
  .option('--org <slug>', 'required if several organizations have the label')
  .action(running(async () => (await import('./commands/keys.ts')).revoke));

const facts = program.command('facts').description('changes, for other programs');
facts
  .command('tail')
  .description('show new facts of an organization, until Ctrl-C')
  .requiredOption('--org <slug>', 'its organization')
  .option('--types <types>', 'only these types, separated by commas, such as checkin.recorded,team.created')
  .action(running(async () => (await import('./commands/facts.ts')).tail));
const devices = program.command('devices').description('add, list and end kiosks and boards');
devices
  .command('add')
  .description('add a device, and show the address that pairs it within ten minutes')
  .requiredOption('--org <slug>', 'of which organization')
  .requiredOption('--event <slug>', 'for which super event')
  .requiredOption('--kind <kind>', 'kiosk or board')
  .requiredOption('--name <name>', 'how people know it')
  .option('--point <key...>', 'only these check-in points, by their keys; all by default')
  .option('--search', 'a kiosk that checks people in by their name, too')
  .option('--answers', 'a kiosk that shows what people answered to the questions for the door')
  .option('--prints', 'a kiosk that prints a badge after each check-in')
  .option('--pin <digits>', 'four to eight digits that unlock the settings of the kiosk')
  .action(running(async () => (await import('./commands/devices.ts')).add));
devices
  .command('list')
  .description('show all devices and their last reports')
  .option('--org <slug>', 'only of this organization')
  .action(running(async () => (await import('./commands/devices.ts')).list));
devices
  .command('remove')
  .description('end a device')
  .argument('<device>', 'its name or id')
  .option('--org <slug>', 'required if several organizations have the name')
  .action(running(async () => (await import('./commands/devices.ts')).remove));

program
  .command('door-list')
  .description('print the admitted people by name, with short codes, for doors without devices')
  .requiredOption('--org <slug>', 'of which organization')
  .requiredOption('--event <slug>', 'to which super event')
  .option('--track <slug>', 'only to this track')
  .option('--tokens', 'with the tokens of the codes, to enter the notes afterwards')
  .action(running(async () => (await import('./commands/door-list.ts')).doorList));

const payment = program.command('payment').description('set the payment of a super event, for PAYMENT=required');
payment
  .command('set')
  .description('set the state of payment: paid, unpaid or refunded; only a paid one accepts people')
  .argument('<slug>', 'of the super event')
  .argument('<status>', 'paid, unpaid or refunded')
  .option('--org <slug>', 'required if several organizations have the slug')
  .action(running(async () => (await import('./commands/payment.ts')).set));

const migrate = program.command('migrate').description('bring the database to this release');
migrate
  .command('up')
  .description('run pending migrations, in one transaction')
  .action(running(async () => (await import('./commands/migrate.ts')).up));
migrate
  .command('status')
  .description('show finished and pending migrations')
  .action(running(async () => (await import('./commands/migrate.ts')).status));

program
  .command('backup')
  .description('copy the database and all uploaded files into one file, while services run')
  .argument('<file>', 'the file to make, such as backup.tar.zst, or a directory in which one is made')
  .option('--with-keys', 'also the keys in DATA_DIR that encrypt secrets')
  .option('--verify', 'verify an existing backup instead: restore it into a temporary database and compare')
  .action(running(async () => (await import('./commands/backup.ts')).backup));

program
  .command('restore')
  .description('restore an installation from a backup; services must not run')
  .argument('<file>', 'what muster backup made')
  .option('--replace', 'delete the data of the database first')
  .option('-y, --yes', 'do not ask')
  .action(running(async () => (await import('./commands/restore.ts')).restore));

program
  .command('seed')
  .description('make a large, realistic hackathon for trials and load tests')
  .option('--participants <number>', 'number of people with a decision')
  .option('--applications <number>', 'number of people who applied, with answers, and wait for a decision')
  .option('--seed <number>', 'the same number makes the same people', '42')
  .action(running(async () => (await import('./commands/seed.ts')).seed));

program
  .command('loadtest')
  .description(
    'let a crowd come to the doors of an installation that runs, on a hackathon of its own; exit 1 below the goals',
  )
  .option('--url <url>', 'address of the service', 'http://localhost:3000')
  .option(
    '--user <email>',
    'an owner or admin, who signs in with MUSTER_PASSWORD; without it the database of this machine makes what it takes',
  )
  .option('--org <slug>', 'its organization')
  .option('--people <number>', 'number of people', '500')
  .option('--rate <number>', 'scans per second', '40')
  .option('--duration <seconds>', 'length of the test', '30')
  .option('--p99 <milliseconds>', 'the goal for the slowest of a hundred scans', '500')
  .option('-y, --yes', 'also if webhooks of the organization would get every scan')
  .action(running(async () => (await import('./commands/loadtest.ts')).loadtest));

program
  .command('erase')
  .description(
    'erase the accounts and the people of hackathons whose time has come, without waiting for the hourly cleanup',
  )
  .requiredOption('--due', 'what is due')
  .action(running(async () => (await import('./commands/erase.ts')).erase));

program
  .command('recount')
  .description('recount kept totals, such as those of lists, and correct them')
  .action(running(async () => (await import('./commands/recount.ts')).recount));

program
  .command('doctor')
  .description('check an installation and say what to do; exit 1 if there is a problem')
  .action(thenLeaving(running(async () => (await import('./commands/doctor.ts')).doctor)));

program
  .command('status')
  .description('show running services, check-ins and refused scans')
  .option('-w, --watch', 'repeat every two seconds, until Ctrl-C')
  .action(thenLeaving(running(async () => (await import('./commands/status.ts')).status)));

program
  .command('nats-config')
  .description('write users and permissions for nats-server, one user per process')
  .argument('[services...]', 'the services of each process, as in SERVICES; each by itself where none are named')
  .option('--variables', 'take passwords from the environment of NATS, such as NATS_PASSWORD_CHECK_IN')
  .option('--service <name>', 'your own service on the same bus; the next options are for it', declare, [])
  .option(
    '--calls <actions>',
    'what the service named last may call, as in teams.get,organizations.listFacts',
    adding('calls'),
  )
  .option('--hears <events>', 'the events that it follows, such as facts', adding('hears'))
  .action(running(async () => (await import('./commands/nats-config.ts')).natsConfig));

/** A closed pipe, as by `| head`, is no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error, createOutput({ json: process.argv.includes('--json') }));
}

function explain(error: unknown, output: CommandOutput): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof CommandFailure) {
    output.answer({ error: { message: error.message, next: error.next } }, '');
    output.say(`${output.styled('red', error.message)}\n${error.next}`);
    return error.exitCode;
  }
  output.say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  output.say('This is a bug in muster. Please report it with the lines above.');
  return exitCodes.failed;
}
