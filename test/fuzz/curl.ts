/** A request as a line for a shell. */
import type { Headers } from './ground.ts';
import type { Request } from './requests.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function asCurl(url: string, { method, target, headers, body }: Request, credentials: Headers): string {
  const all = Object.entries({ ...headers, ...credentials });
  return [
    `curl -i --path-as-is --globoff -X ${method} ${quoted(url + target)}`,
    ...all.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' ');
}
