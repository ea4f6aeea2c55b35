/** Checks an answer against the API document: an undeclared status, code or member fails the test. */
import type { Answer } from './client.ts';
import { described, type Described, type Operation } from './kept/documents.ts';

/** By the address that gives them out. */
const documents = new Map<string, Promise<Described>>();

/** Checks one answer; fetches the document of the gateway once. */
export async function expectPromised(url: string, method: string, path: string, answer: Answer): Promise<void> {
  if ([429, 503].includes(answer.status) && !/^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')) {
    throw new Error(`${method} ${path} ${answer.status} does not say when to come back.`);
  }
  if (!documents.has(url)) documents.set(url, documentOf(url));
  const document = await (documents.get(url) as Promise<Described>);
  const bare = path.split('?')[0] ?? path;
  const found = document.paths.find(
    ({ pattern, operations }) => pattern.test(bare) && operations[method.toLowerCase()],
  );
  if (!found) return;
  const operation = found.operations[method.toLowerCase()] as Operation;
  const promise = followed(document, operation.responses[answer.status]);
  const schema = promise?.content?.['application/json']?.schema;
  const title = `${method} ${bare} ${answer.status}`;
  // An answer that is not JSON has no schema.
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

const documentOf = async (url: string): Promise<Described> =>
  described(await (await fetch(`${url}/openapi.json`)).text());

const followed = ({ responses }: Described, answer: Operation['responses'][string] | undefined) =>
  answer && '$ref' in answer ? responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
