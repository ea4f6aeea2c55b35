/** Parses Server-Sent Events as the HTML standard defines. */

export interface ServerSentEvent {
  /** The last that was given, by this event or one before. */
  readonly id: string | undefined;
  /** Undefined where an id came alone. */
  readonly data: string | undefined;
  /** Milliseconds after which to come back, where the server has just said so. */
  readonly retry: number | undefined;
}

/** Yields what comes until the stream ends; rejects when it breaks off. */
export async function* eventsIn(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<ServerSentEvent> {
  let id: string | undefined;
  let retry: number | undefined;
  let data: string[] = [];
  for await (const line of linesIn(body, heard)) {
    if (line === '') {
      yield { id, data: data.length > 0 ? data.join('\n') : undefined, retry };
      [retry, data] = [undefined, []];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
    if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }
}

/** Yields whole lines; what has no end yet waits. */
async function* linesIn(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // Close the connection where the caller stops before the end.
    await reader.cancel().catch(() => undefined);
  }
}
