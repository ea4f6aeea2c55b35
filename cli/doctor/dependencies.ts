/** Checks what services need besides the database: bus, mail, file store, disk space. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tryMailServer } from '../../services/mail/doctor.ts';
import { tryFileStore } from '../../services/registrations/doctor.ts';
import type { Config } from '../../shared/process/config.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { serviceNames } from '../../shared/contract/services.ts';
import { ownKeys } from '../../shared/base/sealing.ts';
import { joinBus } from '../../services/observer.ts';
import { busAdvice, missingServices, reachBus } from '../bus.ts';
import { ok, problem, warning, messageOf, type Finding } from './finding.ts';
import { diskFinding } from './rules.ts';

/** Checks whether each NATS server can be reached. */
export async function examineBus({ nats, services }: Config): Promise<Finding> {
  const absent = serviceNames.filter((name) => !services.includes(name));
  if (!nats && absent.length > 0) {
    return warning(
      `There is no bus, and SERVICES does not have ${absent.join(', ')}.`,
      'Set NATS_URL, or SERVICES=all.',
    );
  }
  if (!nats) return ok('one process, no bus');
  const { servers } = nats;
  const attempts = await Promise.allSettled(servers.map((server) => reachBus([server], nats)));
  const failed = attempts.flatMap((attempt, index) =>
    attempt.status === 'rejected' ? [{ server: servers[index], reason: attempt.reason as unknown }] : [],
  );
  if (failed.length === 0) return ok(`${servers.join(', ')} answered`);
  const sentence = failed.map(({ server, reason }) => `${server} was not reached: ${messageOf(reason)}`).join('; ');
  const next = busAdvice(failed[0]?.reason);
  return failed.length < servers.length ? warning(`${sentence}.`, next) : problem(`${sentence}.`, next);
}

/** Checks which services run. Only called once the bus is reachable. */
export async function examineServices(config: Config): Promise<Finding> {
  if (!config.nats) return ok('all in one process; its admin port tells whether it is ready');
  const { state } = await examineBus(config);
  if (state === 'problem') return problem('Not checked without the bus.', 'Correct the bus first.');
  const observer = await joinBus(config);
  try {
    const processes = observer.look() ?? [];
    const absent = missingServices(processes);
    if (absent) return problem(absent, 'Start a process whose SERVICES names them, or look at the log of theirs.');
    const counts = processes.map(({ name, processes: count }) => `${name} ${count}`);
    return ok(`every service is run, by so many processes: ${counts.join(', ')}`);
  } finally {
    await observer.leave();
  }
}

/** Checks whether the mail server can be reached and the settings make sense. */
export async function examineMail({ services, mail, dataDir, publicUrl }: Config): Promise<Finding> {
  if (!services.includes('mail')) return ok('sent by other processes');
  if (!mail.url) return examineMailDirectory(join(dataDir, 'mail'));
  const { host, hostname } = new URL(mail.url);
  try {
    await tryMailServer(mail.url, mail.from);
  } catch (error) {
    return problem(
      `${host} does not take emails: ${messageOf(error)}.`,
      'Check MAIL_URL with its user and password, and that the server lets connections from here in.',
    );
  }
  if (new URL(publicUrl).hostname === 'localhost' && hostname !== 'localhost') {
    return warning(`${host} answered, but emails would link to ${publicUrl}.`, 'Set PUBLIC_URL.');
  }
  return ok(`${host} answered; emails come from ${mail.from}`);
}

async function examineMailDirectory(directory: string): Promise<Finding> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await rmdir(await mkdtemp(join(directory, '.doctor-')));
    return ok(`nothing is sent: emails become files in ${directory}`);
  } catch (error) {
    return problem(
      `Emails cannot be written: ${messageOf(error)}.`,
      'Set MAIL_URL, or a DATA_DIR that can be written.',
    );
  }
}

/** Checks whether the key of emails is set, or will be kept. */
export function examineMailKey({ services, mail, nats, dataDir }: Config): Finding {
  if (mail.key) return ok('MAIL_KEY');
  if (!services.includes('mail')) return ok('kept by other processes');
  if (!nats) return ok(join(dataDir, ownKeys.mail.file));
  return problem('Mail processes on a bus share a key, and there is none.', 'Set MAIL_KEY: openssl rand -hex 32');
}

/** Checks the same for the key of second factors. */
export function examineIdentityKey({ services, identity, nats, dataDir }: Config): Finding {
  if (identity.key) return ok('IDENTITY_KEY');
  if (!services.includes('identity')) return ok('kept by other processes');
  if (!nats) return ok(join(dataDir, ownKeys.identity.file));
  return problem('Identity processes share a key, and there is none.', 'Set IDENTITY_KEY: openssl rand -hex 32');
}

export function examineWebhooksKey({ services, webhooks, nats, dataDir }: Config): Finding {
  if (webhooks.isInsecure) return warning('Webhooks can reach this machine.', 'Leave WEBHOOKS_INSECURE out.');
  if (webhooks.key) return ok('WEBHOOKS_KEY');
  if (!services.includes('webhooks')) return ok('kept by other processes');
  if (!nats) return ok(join(dataDir, ownKeys.webhooks.file));
  return problem('Webhooks processes share a key, and there is none.', 'Set WEBHOOKS_KEY: openssl rand -hex 32');
}

export async function examineFiles({ services, files }: Config): Promise<Finding> {
  if (!services.includes('registrations')) return ok('kept by other processes');
  const store = 'directory' in files ? files.directory : `s3://${files.bucket}`;
  try {
    await tryFileStore(files);
    return ok(`${store} keeps, gives back and removes files`);
  } catch (error) {
    const next =
      'directory' in files
        ? 'Make it a directory that this user may write, or name another with FILES_URL.'
        : 'Check FILES_URL, AWS_REGION, AWS_ENDPOINT_URL_S3 and the keys, which must allow to put, get and delete.';
    return problem(`${store} does not keep files: ${messageOf(error)}.`, next);
  }
}

/** Checks the free space of the data directory. */
export async function examineDisk(config: Config): Promise<Finding> {
  const { dataDir } = config;
  if (!usesDataDir(config)) return ok('nothing is kept in DATA_DIR');
  let existing = dataDir;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return diskFinding(dataDir, bavail * bsize);
}

function usesDataDir({ services, databaseUrlFor, identity, mail, webhooks, files, dataDir }: Config): boolean {
  const needsDatabase = storingServices.some((service) => services.includes(service) && !databaseUrlFor(service));
  const needsMailDirectory = services.includes('mail') && !(mail.url && mail.key);
  const needsFiles = services.includes('registrations') && 'directory' in files && files.directory.startsWith(dataDir);
  const needsKey = (services.includes('webhooks') && !webhooks.key) || (services.includes('identity') && !identity.key);
  return needsDatabase || needsMailDirectory || needsFiles || needsKey;
}
