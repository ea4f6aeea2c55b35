/** Bodies of forms, written by hand: also as no library would write them. */
import fc from 'fast-check';
import type { Schema } from './document.ts';
import { hostileText, strayMembers } from './hostile.ts';
import { goodValue, nearlyGood } from './schema-values.ts';

interface Part {
  readonly disposition: string;
  readonly type?: string;
  readonly content: string;
}
const boundary = 'x-x-x';

const field = (name: string, content: string): Part => ({ disposition: `form-data; name="${name}"`, content });
const fieldsOf = (value: unknown) =>
  Object.entries(value as object)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => field(name, typeof member === 'string' ? member : JSON.stringify(member)));

const file = fc
  .record({
    name: fc.constantFrom('file_{{field}}', 'file_', 'file', 'file___proto__', 'file_{{foreign field}}', 'token'),
    filename: fc.constantFrom('cv.txt', '../../cv', 'a".txt', '', 'x'.repeat(300), '\u202etxt.exe', 'a\0b'),
    type: fc.constantFrom('text/plain', 'image/png', 'x', ''),
    content: fc.oneof(fc.constantFrom('', '%PDF-1.4', 'x'.repeat(20_000)), hostileText),
  })
  .map(({ name, filename, type, content }): Part => {
    return { disposition: `form-data; name="${name}"; filename="${filename}"`, type, content };
  });

const oddPart: fc.Arbitrary<Part> = fc.constantFrom(
  { disposition: 'form-data', content: 'x' },
  { disposition: 'attachment; name="a"', content: 'x' },
  { disposition: 'form-data; name=""', content: '' },
  { disposition: 'form-data; name="__proto__"', content: '{"role":"OWNER"}' },
  { disposition: 'form-data; name="id"', content: '00000000-0000-4000-8000-000000000000' },
  { disposition: `form-data; name="${'x'.repeat(500)}"`, content: 'x' },
  { disposition: 'form-data; name="answers_json"', content: '{"a":1e999}' },
  { disposition: 'form-data; name="answers_json"', content: '['.repeat(5_000) },
);

const write = (parts: readonly Part[], ending: string) =>
  parts
    .map(({ disposition, type, content }) => {
      const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
      return `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${kind}\r\n${content}\r\n`;
    })
    .join('') + ending;

/** Most are whole; some are cut before their end. */
export function formBody(schema: Schema) {
  const fields = fc.oneof(goodValue(schema), nearlyGood(schema, strayMembers)).map(fieldsOf);
  const ending = fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}--\r\n`, '', '--', '\r\n');
  return fc
    .tuple(fields, fc.array(fc.oneof({ weight: 3, arbitrary: file }, oddPart), { maxLength: 3 }), ending)
    .map(([own, others, end]) => ({
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: write([...own, ...others], end),
    }));
}
