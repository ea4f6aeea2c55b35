/** Users and permissions for the configuration of NATS, from what the contracts say each service answers and calls. */
import { randomBytes } from 'node:crypto';
import { permissionsOf, type Login } from '../../shared/broker/subjects.ts';
import { serviceNames, type ServiceName } from '../../shared/contract/services.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';

interface NatsConfigOptions {
  /** The services of each process, separated by commas; each service by itself where none are named. */
  readonly services?: readonly string[];
  readonly variables?: boolean | undefined;
}

/** For `muster status` and `muster doctor`: sees who is there, and can ask nobody for anything. */
const onlooker: Login = { user: 'operator', services: [] };
export const loginsOf = (processes: readonly (readonly ServiceName[])[]): readonly Login[] => [
  ...processes.map((services) => ({ user: services.join('+'), services })),
  onlooker,
];
export const passwordVariable = (user: string) => `NATS_PASSWORD_${user.toUpperCase().replace(/\W/g, '_')}`;

export function natsConfig({ services = [], variables = false }: NatsConfigOptions, output: Output): ExitCode {
  const logins = loginsOf(services.length > 0 ? services.map(servicesOf) : serviceNames.map((name) => [name]));
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
  output.say('Keep it from others, name it to NATS as --config or by include, and give each process its login:');
  for (const { user, services } of logins) {
    const what = services.length > 0 ? `SERVICES=${services.join(',')} ` : '';
    output.say(`  ${what}NATS_USER=${user} NATS_PASSWORD=${passwords.get(user)}`);
  }
  return exitCodes.done;
}

/** The same again where it is set, so that a new release keeps the passwords of the last one. */
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

/** `password` is NATS configuration already: quoted text, or a variable. */
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
