/** Holds an answer against the API document: a status, a code or a member nobody promised fails the test. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ValidateFunction } from 'ajv';
import type { Answer } from './client.ts';

interface Operation {
  responses: Record<string, { content?: { 'application/json'?: { schema: object } } }>;
}
interface Described {
  readonly paths: { readonly pattern: RegExp; readonly operations: Record<string, Operation> }[];
  readonly ajv: Ajv2020;
  readonly compiled: Map<string, ValidateFunction>;
}

const documents = new Map<string, Promise<Described>>();

export async function expectPromised(url: string, method: string, path: string, answer: Answer): Promise<void> {
  if (!documents.has(url)) documents.set(url, describe(url));
  const document = await (documents.get(url) as Promise<Described>);
  const bare = path.split('?')[0] ?? path;
  const found = document.paths.find(
    ({ pattern, operations }) => pattern.test(bare) && operations[method.toLowerCase()],
  );
  if (!found) return;
  const operation = found.operations[method.toLowerCase()] as Operation;
  const promise = operation.responses[answer.status];
  const schema = promise?.content?.['application/json']?.schema;
  const title = `${method} ${bare} ${answer.status}`;
  // What is no JSON has no schema to be held against.
  if (promise && !schema) return;
  if (!schema) throw new Error(`${title} is not promised: ${answer.text.slice(0, 500)}`);
  const key = `${found.pattern.source} ${method} ${answer.status}`;
  const validate = document.compiled.get(key) ?? document.ajv.compile(schema);
  document.compiled.set(key, validate);
  if (!validate(answer.body)) {
    throw new Error(
      `${title} is not as promised: ${document.ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
    );
  }
}

async function describe(url: string): Promise<Described> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: object;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('iana-time-zone', true);
  const components = JSON.parse(
    JSON.stringify(document.components).replaceAll('#/components', 'doc#/components'),
  ) as object;
  ajv.addSchema({ $id: 'doc', components });
  const paths = Object.entries(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    literal: !path.includes('{'),
    operations: JSON.parse(JSON.stringify(operations).replaceAll('#/components', 'doc#/components')) as Record<
      string,
      Operation
    >,
  }));
  return { paths: paths.sort((a, b) => Number(b.literal) - Number(a.literal)), ajv, compiled: new Map() };
}
