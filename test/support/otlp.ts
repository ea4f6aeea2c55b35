/** A collector: takes traces as OTLP over HTTP, in the protobuf encoding that every collector takes, and keeps their spans. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './cluster.ts';

type Value = string | number | boolean | undefined;

export interface SeenSpan {
  readonly trace: string;
  readonly id: string;
  /** Empty where it began the trace. */
  readonly parent: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly attributes: Readonly<Record<string, Value>>;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  /** The spans that it is linked to. */
  readonly links: readonly { readonly trace: string; readonly id: string }[];
  readonly isError: boolean;
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, Value>>;
}

export class Collector {
  readonly spans: SeenSpan[] = [];
  readonly paths = new Set<string>();
  /** Takes what is sent and never answers. */
  isMute = false;
  readonly #server: Server;

  static async listen(port = 0): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(port, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.paths.add(`${request.url} ${request.headers['content-type']}`);
        this.spans.push(...spansOf(Buffer.concat(chunks)));
        if (!this.isMute) response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Waits until spans are there that look as they should, and returns them. */
  async seen(wanted: (span: SeenSpan) => boolean, isEnough: (spans: readonly SeenSpan[]) => boolean) {
    const found = () => this.spans.filter(wanted).sort((one, other) => (one.start < other.start ? -1 : 1));
    await until(
      () => Promise.resolve(isEnough(found())),
      () => `There is only:\n${pictureOf(found())}`,
    );
    return found();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Spans as lines, each below its parent. */
export function pictureOf(spans: readonly SeenSpan[], parent?: SeenSpan, depth = 0): string {
  const known = new Set(spans.map(({ id }) => id));
  const isBelow = (span: SeenSpan) => (parent ? span.parent === parent.id : !known.has(span.parent));
  const lines = spans.filter(isBelow).map((span) => {
    const { kind, name, isError, resource } = span;
    const line = `${'  '.repeat(depth)}${String(resource['service.name'])}: ${kind} ${name}${isError ? ' (error)' : ''}`;
    return [line, pictureOf(spans, span, depth + 1)].filter(Boolean).join('\n');
  });
  return lines.join('\n');
}

/** The fields of a protobuf message, by their numbers. */
type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = () => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = BigInt(message[at++] as number);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
      shift += 7n;
    }
  };
  const bytes = (length: number) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const value = wire === 0 ? varint() : bytes(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const below = (fields: Fields, number: number) => ((fields.get(number) ?? []) as Buffer[]).map(fieldsOf);
const hex = (fields: Fields, number: number) => ((fields.get(number)?.[0] ?? '') as Buffer).toString('hex');
const text = (fields: Fields, number: number) => (fields.get(number)?.[0] ?? '').toString();

function attributesOf(fields: Fields, number: number): Record<string, Value> {
  return Object.fromEntries(
    below(fields, number).map((pair) => {
      const [value] = below(pair, 2);
      const [string, boolean, integer] = [1, 2, 3].map((kind) => value?.get(kind)?.[0]);
      const plain = string?.toString() ?? (boolean === undefined ? undefined : boolean === 1n);
      return [text(pair, 1), integer === undefined ? plain : Number(integer)];
    }),
  );
}

const kinds = { '1': 'internal', '2': 'server', '3': 'client' } as const;

/** As `opentelemetry/proto/trace/v1/trace.proto` numbers them. */
const spansOf = (request: Buffer): SeenSpan[] =>
  below(fieldsOf(request), 1).flatMap((process) => {
    const resource = attributesOf(below(process, 1)[0] ?? new Map(), 1);
    const spans = below(process, 2).flatMap((scope) => below(scope, 2));
    return spans.map((span) => ({
      trace: hex(span, 1),
      id: hex(span, 2),
      parent: hex(span, 4),
      name: text(span, 5),
      kind: kinds[text(span, 6) as keyof typeof kinds],
      start: (span.get(7) as [Buffer])[0].readBigUInt64LE(),
      attributes: attributesOf(span, 9),
      links: below(span, 13).map((link) => ({ trace: hex(link, 1), id: hex(link, 2) })),
      isError: below(span, 15).some((status) => text(status, 3) === '2'),
      resource,
    }));
  });
