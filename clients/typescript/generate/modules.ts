/** Writes the generated modules of the client: calls and their types. */
import { format } from 'prettier';
import { job, textBody, uploads } from '../../../shared/contract/concerns.ts';
import { answerOf, declaredBy } from '../../../shared/contract/standard-concerns.ts';
import { errors, type ErrorCode } from '../../../shared/contract/errors.ts';
import { factFields, facts, type FactType } from '../../../shared/contract/facts.ts';
import { routes, type Route } from '../../../shared/contract/index.ts';
import type { Rule } from '../../../shared/contract/schema.ts';
import { listOf } from './lists.ts';
import { byService, responsesOf, shapes } from './shapes.ts';
import { errorMember, objectType, typeOf } from './types.ts';

const heading = '/** Written by `npm run docs` from the contracts of Muster. */\n';

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The answer of a long job is its result, not that it was begun. */
const answersOf = (route: Route): Rule[] => {
  const begun = job.of(route.endpoint) && route.endpoint.responses[202];
  return responsesOf(route).filter((rule) => rule !== begun);
};
/** Success answers that are alike by name or text are one. */
const answerType = (route: Route) => [...new Set(answersOf(route).map(typeOf))].join(' | ');

const nameOf = ({ action }: Route) => action.split('.')[1] ?? '';

/** Returns the modules by the names of their files. */
export async function modules(): Promise<Map<string, string>> {
  const written = new Map([
    ['shapes.ts', allShapes()],
    ...[...shapes.keys()].map((home) => [`shapes/${home}.ts`, shapeTypes(home)] as const),
    ['facts.ts', factTypes()],
    ['fact-types.ts', factTypeList()],
    ['errors.ts', errorTypes()],
    ['endpoints.ts', table()],
    ['muster.ts', whole()],
    ...[...byService].map(([service, own]) => [`${service}.ts`, serviceTypes(service, own)] as const),
  ]);
  const formatted = [...written].map(async ([file, text]) => {
    const options = { parser: 'typescript', singleQuote: true, printWidth: 120, objectWrap: 'collapse' } as const;
    return [file, await format(heading + text, options)] as const;
  });
  return new Map(await Promise.all(formatted));
}

const allShapes = () => [...shapes.keys()].map((home) => `export type * from './shapes/${home}.ts';\n`).join('');

function shapeTypes(home: string): string {
  const own = shapes.get(home) ?? new Map<string, string>();
  const body = [...own].map(([name, type]) => `export type ${name} = ${type};\n`).join('\n');
  const others = [...shapeNames].filter((name) => !own.has(name));
  return `${takenFrom('../shapes.ts', others, body)}\n${body}`;
}

function factTypes(): string {
  const members = Object.entries(facts).map(
    ([type, { summary, data }]) => `/** ${summary}. */\n'${type as FactType}': ${objectType(data)};`,
  );
  const common = Object.fromEntries(Object.entries(factFields).filter(([name]) => name !== 'type'));
  return `
    ${takenFrom('./shapes.ts', shapeNames, members.join())}
    /** The data of a fact of each type. */
    export interface FactData { ${members.join('\n')} }
    export type FactType = keyof FactData;
    /** A fact of one type. */
    export interface FactOf<T extends FactType> { type: T; data: FactData[T]; ${objectType(common).slice(1, -1)} }
    /** A fact, told apart by its \`type\`. */
    export type Fact = { [T in FactType]: FactOf<T> }[FactType];`;
}

/** Apart from the types, so that what takes the types alone loads none of it. */
const factTypeList = () => `
    ${importLine('./facts.ts', ['FactType'])}
    /** The type of every fact there is. */
    export const factTypes = ${JSON.stringify(Object.keys(facts))} as const satisfies readonly FactType[];`;

function errorTypes(): string {
  const members = (Object.keys(errors) as ErrorCode[]).map(errorMember).join('\n');
  return `
    ${takenFrom('./shapes.ts', shapeNames, members)}
    /** The fields of each error beside code and message. */
    export interface ErrorExtras { ${members} }
    export type ErrorCode = keyof ErrorExtras;`;
}

function table(): string {
  const services = [...byService].map(
    ([service, own]) =>
      `${service}: { ${own.map((route) => `${nameOf(route)}: ${JSON.stringify(rowOf(route))},`).join('\n')} },`,
  );
  return `
    ${importLine('../endpoint.ts', ['EndpointRow'])}
    export const endpoints = { ${services.join('\n')} } as const satisfies Record<string, Record<string, EndpointRow>>;`;
}

const rowOf = (route: Route) => {
  const { method, path, endpoint } = route;
  const [text, answer] = [textBody.of(endpoint), answerOf(endpoint)];
  return {
    ...(method !== 'GET' && { method }),
    path,
    ...(endpoint.query && { query: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(text && { text: text.param, textType: text.mediaType }),
    ...(endpoint.unit === 'read' && method !== 'GET' && { reads: true }),
    ...(job.of(endpoint) && { job: jobPathOf(route) }),
    ...(answer !== 'data' && { answer: answer === 'stream' ? 'stream' : 'raw' }),
    list: listOf(endpoint),
  };
};

/** Of the action that tells how far it is. */
const jobPathOf = ({ action, endpoint }: Route) =>
  routes.find((other) => other.action === `${action.split('.')[0]}.${job.of(endpoint)?.action}`)?.path;

function whole(): string {
  const services = [...byService.keys()];
  const imports = services.map((service) => importLine(`./${service}.ts`, [capital(service)]));
  const members = services.map((service) => `readonly ${service}: ${capital(service)};`);
  return `${imports.join('')}\n/** Everything that can be asked. */\nexport interface Muster { ${members.join('\n')} }`;
}

function serviceTypes(service: string, own: readonly Route[]): string {
  const members = own.map((route) => `${commentOf(route)} readonly ${nameOf(route)}: ${callType(route)};`);
  const body = `export interface ${capital(service)} {\n${members.join('\n')}\n}`;
  return `${importsFor(body)}\n${body}`;
}

function commentOf({ method, path, endpoint }: Route): string {
  const codes = declaredBy(endpoint)
    .map((code) => `\`${code}\``)
    .join(', ');
  const refusals = codes && `\n * Refusals: ${codes}.`;
  return `/**\n * ${endpoint.summary}.\n * \`${method} ${path}\`${refusals}\n */\n`;
}

function callType(route: Route): string {
  const { endpoint } = route;
  const params = `${objectType(endpoint.params)}${uploads.of(endpoint) ? ' & Uploads' : ''}`;
  const list = listOf(endpoint);
  const answer = answerOf(endpoint);
  if (answer === 'stream') return `Stream<${params}, Fact>`;
  if (answer !== 'data') return `Call<${params}, Response>`;
  return list ? `List<${params}, ${answerType(route)}, '${list.member}'>` : `Call<${params}, ${answerType(route)}>`;
}

const importLine = (module: string, names: readonly string[]) =>
  `import type { ${names.join(', ')} } from '${module}';\n`;

/** Where the names come from that modules of services use. */
const importsFor = (body: string) =>
  takenFrom('../calls.ts', ['Call', 'List', 'Stream', 'Uploads'], body) +
  takenFrom('./facts.ts', ['Fact'], body) +
  takenFrom('./shapes.ts', shapeNames, body);

const shapeNames = new Set([...shapes.values()].flatMap((own) => [...own.keys()]));

/** The import of those names of a module that a text uses. */
function takenFrom(module: string, known: Iterable<string>, body: string): string {
  const names = new Set(body.replace(/\/\*[^]*?\*\/|"[^"]*"/g, '').match(/\b[A-Z]\w+\b/g));
  const used = [...known].filter((name) => names.has(name));
  return used.length > 0 ? importLine(module, used) : '';
}
