/** Checks everything an installation depends on, and says how to correct each problem. */
import { examineConfig, type Config } from '../../shared/process/config.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import { databaseChecks, examineDatabase, unreachableFindings } from '../doctor/database.ts';
import { ok, problem, withTimeout, messageOf, type Finding } from '../doctor/finding.ts';
import {
  examineBus,
  examineDisk,
  examineFiles,
  examineMail,
  examineMailKey,
  examineServices,
  examineIdentityKey,
  examineWebhooksKey,
} from '../doctor/dependencies.ts';
import { exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

type Check = { readonly name: string } & Finding;

interface Examination {
  readonly name: string;
  /** The variables it depends on; it is skipped when one of them is wrong. */
  readonly variables: RegExp;
  readonly examine: (config: Config) => Finding | Promise<Finding>;
}
const examinations: readonly Examination[] = [
  { name: 'bus', variables: /^(NATS_|SERVICES)/, examine: examineBus },
  { name: 'services', variables: /^(NATS_|SERVICES)/, examine: examineServices },
  { name: 'mail', variables: /^(MAIL_(URL|FROM)|DATA_DIR|PUBLIC_URL|SERVICES)/, examine: examineMail },
  { name: 'mail key', variables: /^(MAIL_KEY|NATS_URL|SERVICES)/, examine: examineMailKey },
  { name: 'identity key', variables: /^(IDENTITY_KEY|NATS_URL|SERVICES)/, examine: examineIdentityKey },
  { name: 'webhooks key', variables: /^(WEBHOOKS_|NATS_URL|SERVICES)/, examine: examineWebhooksKey },
  { name: 'files', variables: /^(FILES_URL|DATA_DIR|SERVICES)/, examine: examineFiles },
  { name: 'disk', variables: /^DATA_DIR/, examine: examineDisk },
];

/** An embedded database that recovers from a crash takes longer. */
const [timeoutMs, databaseTimeoutMs] = [10_000, 60_000];

/** Runs all checks and prints the findings; fails if there is a problem. */
export async function doctor(_options: object, output: CommandOutput, env = process.env): Promise<ExitCode> {
  const { config, problems, misfits } = examineConfig(env);
  output.progress('Examining the installation');
  const [database, ...others] = await Promise.all([
    databaseFindings(config, problems, output),
    ...examinations.map((examination) => findingOf(examination, config, problems)),
  ]);
  const checks = [configurationCheck([...problems, ...misfits]), ...database, ...others];
  return report(checks, output);
}

function configurationCheck(problems: readonly FieldProblem[]): Check {
  const name = 'configuration';
  if (problems.length === 0) return { name, ...ok('every variable is right') };
  const message = problems.map(({ message }) => message).join('\n');
  return { name, ...problem(message, 'Correct the environment; docs/configuration.md explains every variable.') };
}

const namesOf = (problems: readonly FieldProblem[], variables: RegExp) =>
  problems.map(({ field }) => field).filter((field) => variables.test(field));
const unread = (names: readonly string[]) =>
  problem(`Not checked while ${names.join(', ')} is wrong.`, 'Correct the environment first.');

async function findingOf(
  { name, variables, examine }: Examination,
  config: Config,
  problems: readonly FieldProblem[],
): Promise<Check> {
  const wrong = namesOf(problems, variables);
  if (wrong.length > 0) return { name, ...unread(wrong) };
  try {
    return { name, ...(await withTimeout(timeoutMs, Promise.resolve(examine(config)))) };
  } catch (error) {
    return {
      name,
      ...problem(`It could not be checked: ${messageOf(error)}.`, 'Correct the cause, then run muster doctor again.'),
    };
  }
}

async function databaseFindings(
  config: Config,
  problems: readonly FieldProblem[],
  output: CommandOutput,
): Promise<Check[]> {
  const wrong = namesOf(problems, /^(DATABASE_URL|DATA_DIR|SERVICES)/);
  const found =
    wrong.length > 0
      ? unreachableFindings(unread(wrong))
      : await withTimeout(databaseTimeoutMs, examineDatabase(config, output)).catch((error: unknown) =>
          unreachableFindings(
            problem(
              `It could not be checked: ${messageOf(error)}.`,
              'Look whether PostgreSQL is busy or recovers from a crash.',
            ),
          ),
        );
  return databaseChecks.map((name) => ({ name, ...found[name] }));
}

function report(checks: readonly Check[], output: CommandOutput): ExitCode {
  const count = (wanted: Finding['state']) => checks.filter(({ state }) => state === wanted).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  output.answer({ ok: problems === 0, checks }, checks.map((check) => textOf(check, output)).join('\n'));
  if (problems + warnings === 0) output.say('Everything is well.');
  else output.say(`Problems: ${problems}. Warnings: ${warnings}. The lines with -> say what to do.`);
  return problems === 0 ? exitCodes.done : exitCodes.failed;
}

const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
const [stateWidth, nameWidth] = [9, 15];

function textOf({ name, state, message, next }: Check, output: CommandOutput): string {
  const indent = `\n${' '.repeat(stateWidth + nameWidth)}`;
  const head = output.styledAnswer(colours[state], state.padEnd(stateWidth)) + name.padEnd(nameWidth);
  return head + [...message.split('\n'), ...(next === undefined ? [] : [`-> ${next}`])].join(indent);
}
