/** Rules for every answer, whatever the request was. Answers the rules that it breaks. */
import { errors } from '../../shared/contract/errors.ts';
import type { Answer } from '../support/client.ts';
import { expectPromised } from '../support/promised.ts';
import type { Ground } from './ground.ts';
import { isPublic, type Elsewhere, type Request } from './requests.ts';

/** As it went out. */
export interface Sent extends Request {
  readonly url: string;
  readonly elsewhere: Elsewhere;
}

/** Texts that only come from the inside: statements, messages of PostgreSQL, names of tables, stacks, hashes. */
const inside =
  /\b(select|insert into|update|delete from)\b.{1,200}\b(from|values|set|where)\b|violates|duplicate key|syntax error at|invalid input syntax|\bat .{1,80}:\d+:\d+|node_modules|\$argon2|(identity|organizations|events|registrations|teams|judging|check_in|onboarding)\.[a-z_]+ ?\(/i;

/** Statuses of connections that never became a request. */
const unread = [408, 431];

export async function complaints(sent: Sent, answer: Answer, ground: Ground): Promise<string[]> {
  const found = [
    ...failure(answer),
    ...envelope(sent, answer),
    ...strays(sent, answer),
    ...leaks(sent, answer, ground),
  ];
  if (found.length > 0 || sent.method === 'HEAD' || unread.includes(answer.status)) return found;
  return expectPromised(sent.url, sent.method, sent.target, answer).then(
    () => [],
    (error: unknown) => [(error as Error).message],
  );
}

/** Hashing passwords has turns, and says so when all are taken; listed roots without a shape are 501. */
function failure({ status, body }: Answer): string[] {
  const isForeseen = body.code === 'OVERLOADED' || body.code === 'NOT_IMPLEMENTED';
  return status >= 500 && !isForeseen ? [`answers ${status} ${body.code}`] : [];
}

function envelope({ method }: Sent, { status, body, headers, text }: Answer): string[] {
  if (method === 'HEAD' || status < 400) return [];
  const known = Object.entries(errors).find(([code]) => code === body.code)?.[1];
  const isUnread = unread.includes(status);
  const isWhole =
    known !== undefined &&
    (known[0] === status || isUnread) &&
    body.success === false &&
    (isUnread || body.message === known[1] || body.request_id === '') &&
    typeof body.request_id === 'string';
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return isWhole && isJson ? [] : [`refuses in a form of its own: ${status} ${text.slice(0, 200)}`];
}

/** Another organization's data is not found, unless the request was refused for a reason that holds for everybody. */
function strays({ elsewhere }: Sent, { status, body }: Answer): string[] {
  const isRefusedAnyway =
    [400, 401, 404, 405, 413, 415, ...unread].includes(status) || body.code === 'SESSION_REQUIRED';
  const isWrong = elsewhere === 'what is asked for' ? !isRefusedAnyway : elsewhere !== undefined && status < 400;
  return isWrong ? [`finds what is elsewhere: ${status} ${body.code}`] : [];
}

function leaks(sent: Sent, answer: Answer, ground: Ground): string[] {
  const asked = `${sent.target} ${sent.body ?? ''}`;
  const said = `${JSON.stringify([...answer.headers])} ${answer.text}`;
  const own = Object.values(ground.credentials[sent.actor]).join(' ');
  const seenAs = sent.actor === 'rival' && isPublic(sent) ? 'rival signed in' : sent.actor;
  const told = [...ground.secretsFrom(seenAs), ...ground.unspeakable].filter(
    (secret) => said.includes(secret) && !asked.includes(secret) && !own.includes(secret),
  );
  const isPage = answer.headers.get('content-type')?.match(/html|javascript|css/);
  const insides = isPage || sent.operation === 'gateway.document' ? undefined : inside.exec(answer.text)?.[0];
  return [
    ...told.map((secret) => `tells ${secret} to ${sent.actor}`),
    ...(insides && !asked.includes(insides) ? [`tells of its insides: ${insides}`] : []),
  ];
}
