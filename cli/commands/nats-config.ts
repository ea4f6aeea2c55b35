/** Generates the users and permissions of NATS from the contracts. */
import { randomBytes } from 'node:crypto';
import { loginOf, operator, permissionsOf, type Login } from '../../shared/bus/permissions.ts';
import { serviceNames, type ServiceName } from '../../shared/contract/services.ts';
import { furtherLogins, unguarded, type Declaration } from '../further-services.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

interface NatsConfigOptions {
  /** The services of each process, separated by commas; one process per service if none are named. */
  readonly services?: readonly string[];
  readonly variables?: boolean | undefined;
  /** Services of others. */
  readonly service?: readonly Declaration[];
}

/** Returns one login per process, those of further services, and the operator's. */
export const loginsOf = (
  processes: readonly (readonly ServiceName[])[],
  further: readonly Login[] = [],
): readonly Login[] => [...processes.map(loginOf), ...further, operator];
/** Returns the name of the variable with a login's password. */
export const passwordVariable = (user: string) => `NATS_PASSWORD_${user.toUpperCase().replace(/\W/g, '_')}`;

/** Prints the configuration and, unless passwords are variables, the passwords for the services. */
export function natsConfig(options: NatsConfigOptions, output: CommandOutput): ExitCode {
  const { services = [], variables = false, service: declared = [] } = options;
  const processes = services.length > 0 ? services.map(servicesOf) : serviceNames.map((name) => [name]);
  const logins = loginsOf(processes, furtherLogins(declared));
  for (const { name, calls } of declared) {
    for (const action of unguarded(calls)) output.say(`${action} checks no viewer: ${name} can call it for everybody.`);
  }
  if (variables) {
    output.answer(
      { users: logins.map(({ user }) => user) },
      usersFile(logins, (user) => `$${passwordVariable(user)}`),
    );
    return exitCodes.done;
  }
  const passwords = new Map(logins.map(({ user }) => [user, passwordOf(user)]));
  output.answer(
    { users: [...passwords].map(([user, password]) => ({ user, password })) },
    usersFile(logins, (user) => JSON.stringify(passwords.get(user))),
  );
  output.say('Keep it secret, give it to NATS by --config or include, and give each process its login:');
  for (const { user, answers } of logins) {
    const isOurs = answers.some((name) => serviceNames.some((known) => known === name));
    const what = isOurs ? `SERVICES=${answers.join(',')} ` : '';
    output.say(`  ${what}NATS_USER=${user} NATS_PASSWORD=${passwords.get(user)}`);
  }
  return exitCodes.done;
}

/** Returns a password that is already set in the environment, so that a new release keeps it, or else a new one. */
function passwordOf(user: string): string {
  const given = process.env[passwordVariable(user)];
  if (given === undefined || given === '') return randomBytes(24).toString('hex');
  if (/^[\x21-\x7e]+$/.test(given) && !/["\\]/.test(given)) return given;
  throw new CommandFailure(
    `${passwordVariable(user)} has characters that NATS may read otherwise.`,
    'Use letters, digits and signs other than quotes and backslashes.',
    exitCodes.wrongConfiguration,
  );
}

function servicesOf(text: string): ServiceName[] {
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.filter((name) => !serviceNames.some((known) => known === name));
  if (unknown.length === 0) return serviceNames.filter((name) => asked.includes(name));
  throw new CommandFailure(
    `There is no service ${unknown.join(', ')}.`,
    `Name services as in SERVICES: ${serviceNames.join(', ')}.`,
    exitCodes.wrongUsage,
  );
}

/**
 * Returns the configuration.
 * @param password Returns the password of a user in NATS syntax: quoted text or a variable.
 */
export function usersFile(logins: readonly Login[], password: (user: string) => string): string {
  const users = logins.map((login) => {
    const { publish, subscribe } = permissionsOf(login, logins);
    return [
      '    {',
      `      user: "${login.user}"`,
      `      password: ${password(login.user)}`,
      '      permissions: {',
      `        publish: { allow: [${listed(publish)}] }`,
      `        subscribe: { allow: [${listed(subscribe)}] }`,
      '      }',
      '    }',
    ].join('\n');
  });
  return `${heading}\nauthorization {\n  users: [\n${users.join('\n')}\n  ]\n}`;
}

const heading = `# Who may log in at NATS, and what each may say and hear: made by muster nats-config from the contracts.`;
const listed = (subjects: readonly string[]) => `\n${subjects.map((one) => `          "${one}"\n`).join('')}        `;
