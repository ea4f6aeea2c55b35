/** A name server of a test's own: answers over UDP what it is told, and counts what it is asked. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';

/** The addresses of a name, at the nth time somebody asks for them. */
export type Zone = Record<string, (nth: number) => readonly string[]>;

const types = { 1: 4, 28: 6 } as const;

export async function startNameServer(zone: Zone) {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = questionOf(question);
    const family = types[type as keyof typeof types];
    const key = `${name} ${family}`;
    const nth = (asked.get(key) ?? 0) + 1;
    asked.set(key, nth);
    const known = zone[name];
    const found = (known?.(nth) ?? []).filter((address) => (address.includes(':') ? 6 : 4) === family);
    socket.send(answerOf(question.subarray(0, end), found, type, known === undefined), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const names = new Resolver({ timeout: 1_000, tries: 1 });
  names.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    names,
    /** How often a name was asked for, by family. */
    asked: (name: string, family = 4) => asked.get(`${name} ${family}`) ?? 0,
    close: () => void socket.close(),
  };
}

function questionOf(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035, section 4.1; every answer points back at the name of the question. */
function answerOf(question: Buffer, addresses: readonly string[], type: number, isUnknown: boolean): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(isUnknown ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  // A URL writes IPv6 in one way; the dots of mapped addresses are gone there as well.
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').flatMap((group) => (group ? [parseInt(group, 16)] : []));
  const [first, last] = [groups(front), groups(back)];
  const whole = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(whole.flatMap((group) => [group >> 8, group & 255]));
}
