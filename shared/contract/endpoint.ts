/** The language of contracts. An endpoint is plain data from which everything about a request is derived. */
import type { Concern } from './concerns.ts';
import type { ErrorCode, PlainCode } from './errors.ts';
import type { DeviceKind } from './vocabulary.ts';
import type { Fields, Input, Output, Rule } from './schema.ts';

/** An ability of a viewer regarding a resource. `shared/kit/access.ts` decides who has which ability. */
export type Ability =
  'read' | 'apply' | 'know' | 'owner' | 'member' | 'view' | 'staff' | 'judge' | 'organize' | 'administer';
/** Every kind of resource that an id in a path can name. */
export type Resource =
  | 'organization'
  | 'super_event'
  | 'event'
  | 'registration_field'
  | 'prize'
  | 'announcement'
  | 'registration'
  | 'super_event_registration'
  | 'decision'
  | 'team'
  | 'submission'
  | 'criterion'
  | 'assignment'
  | 'score'
  | 'checkin'
  | 'checkin_point'
  | 'device'
  | 'file'
  | 'webhook'
  | 'webhook_delivery';

/** Requires abilities on the resource that a path parameter names. */
export interface Requirement<Param extends string = string> {
  /** One of them is enough. */
  readonly abilities: readonly Ability[];
  readonly on: Resource;
  /** The parameter with the id or slug of the resource. */
  readonly named: Param;
  /** Requires a session; an API key is refused. */
  readonly withSession?: true;
}
/**
 * The access to an endpoint. `public`: anybody, unauthenticated. `anyone`: anybody, but the handler knows a viewer who
 * is authenticated. `signed in`: an API key or a session. `session`: a session only.
 * `device`: for the key of a device alone.
 */
export type Access<Param extends string = string> =
  'public' | 'anyone' | 'signed in' | 'session' | 'device' | Requirement<Param>;

/** `may('organize', 'registration', 'id')` requires that the viewer may organize the registration `params.id`. */
export const may = <const P extends string>(
  abilities: Ability | readonly Ability[],
  on: Resource,
  named: P,
  further: Pick<Requirement, 'withSession'> = {},
): Requirement<P> => ({ abilities: typeof abilities === 'string' ? [abilities] : abilities, on, named, ...further });

/** Tells whether an endpoint requires a session. */
export const needsSession = (access?: Access): boolean =>
  access === 'session' || (typeof access === 'object' && access.withSession === true);

/** Tells whether an endpoint that anybody may call knows the person of an API key as well. */
export const knowsKey = ({ errors }: Pick<Endpoint, 'errors'>): boolean => !errors.includes('SESSION_REQUIRED');

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * How an action uses the database. `read`: without a transaction. `write`: the whole handler is one transaction, with
 * its write key and audit rows. `own`: the handler itself makes its writes atomic and repeatable.
 */
export type Unit = 'read' | 'write' | 'own';

/** The contract of one action. `P`: parameters, `R`: answers by status, `E`: error codes. */
export interface Endpoint<
  P extends Fields = Fields,
  R extends Record<number, Rule> = Record<number, Rule>,
  E extends ErrorCode = ErrorCode,
> {
  readonly http?: { readonly method: Method; readonly path: string };
  readonly summary: string;
  /** A further sentence of the description in the API document. */
  readonly note?: string;
  readonly access?: Access;
  readonly params: P;
  /** Devices that may ask it; of all others they are refused, whatever people may. */
  readonly devices?: readonly DeviceKind[];
  /** The success answers by status. */
  readonly responses: R;
  readonly errors: readonly E[];
  /** Chooses between several success statuses, where the answer decides it. */
  readonly status?: (data: any) => keyof R;
  /** The error code of a missing resource, where it is not NOT_FOUND. */
  readonly absent?: PlainCode;
  /** Parameters for which any fault has an error code of its own. */
  readonly invalid?: Readonly<Record<string, PlainCode>>;
  /** Parameters of a POST, PUT, PATCH or DELETE that are read from the query string alone. */
  readonly query?: readonly string[];
  /** Parameters of a DELETE that are read from the body alone, because addresses stand in logs. */
  readonly body?: readonly string[];
  readonly unit: Unit;
  /** Additions such as paging, uploads or an ETag, one file each in `concerns/`. */
  readonly with: readonly Concern[];
  /** An addition of this product that the interface document does not have. */
  readonly addition?: true;
  /** An example request for the API document, where parameters exclude each other. */
  readonly example?: Readonly<Record<string, unknown>>;
}

type Options<P extends Fields, R extends Record<number, Rule>, E extends ErrorCode> = Omit<
  Endpoint<P, R, E>,
  'http' | 'params' | 'errors' | 'access' | 'status' | 'unit' | 'with' | 'invalid' | 'query' | 'body' | 'example'
>;
type Spec<Path extends string, P extends Fields, R extends Record<number, Rule>, E extends ErrorCode> = Options<
  P,
  R,
  E
> & {
  readonly access: Access<NoInfer<keyof P & string>>;
  readonly params: P & Record<PathParams<Path>, Rule>;
  readonly errors?: readonly E[];
  readonly status?: (data: Answer<R>) => keyof R;
  readonly unit?: Unit;
  readonly with?: readonly Concern[];
  readonly invalid?: Readonly<Partial<Record<NoInfer<keyof P & string>, PlainCode>>>;
  readonly query?: readonly NoInfer<keyof P & string>[];
  readonly body?: readonly NoInfer<keyof P & string>[];
  readonly example?: Partial<Input<NoInfer<P>>>;
};

const on =
  (method: Method) =>
  <
    const Path extends string,
    P extends Fields,
    const R extends Record<number, Rule>,
    const E extends ErrorCode = never,
  >(
    path: Path,
    spec: Spec<Path, P, R, E>,
  ): Endpoint<P, R, E> =>
    ({
      errors: [],
      unit: method === 'GET' ? 'read' : 'write',
      with: [],
      ...spec,
      http: { method, path },
    }) as unknown as Endpoint<P, R, E>;

/** Declares a GET endpoint. */
export const get = on('GET');
/** Declares a POST endpoint. */
export const post = on('POST');
/** Declares a PUT endpoint. */
export const put = on('PUT');
/** Declares a PATCH endpoint. */
export const patch = on('PATCH');
/** Declares a DELETE endpoint. */
export const del = on('DELETE');

/** Declares an action for other services that HTTP does not reach. */
export const internal = <P extends Fields, R extends Rule, const E extends ErrorCode = never>(spec: {
  summary: string;
  params: P;
  answer: R;
  errors?: readonly E[];
  unit?: Unit;
  with?: readonly Concern[];
}): Endpoint<P, { 200: R }, E> => ({
  summary: spec.summary,
  params: spec.params,
  errors: spec.errors ?? [],
  responses: { 200: spec.answer },
  unit: spec.unit ?? 'read',
  with: spec.with ?? [],
});

export type Contract = Record<string, Endpoint<any, any, any>>;
/** Any of the declared success answers, as a handler returns it. */
export type Answer<R> = R extends Record<number, Rule> ? Input<R[keyof R & number]> : never;
/** The parameters as a caller of the action sends them. */
export type ParamsOf<D> = D extends Endpoint<infer P, any, any> ? Input<P> : never;
/** The parameters as the handler of the action receives them: defaults are filled in. */
export type ReceivedBy<D> = D extends Endpoint<infer P, any, any> ? Output<P> : never;
/** The answer that the handler of the action returns. */
export type AnswerOf<D> = D extends Endpoint<any, infer R, any> ? Answer<R> : never;
/** The success statuses of the action. */
export type StatusOf<D> = D extends Endpoint<any, infer R, any> ? keyof R & number : never;
/** The error codes that the action declares. */
export type ErrorsOf<D> = D extends Endpoint<any, any, infer E> ? E : never;

/** Tells whether a parameter outside the path may be in the query string. */
export const isInQuery = ({ http, query, body }: Endpoint, name: string): boolean =>
  http?.method === 'GET' || (http?.method === 'DELETE' && !body?.includes(name)) || (query?.includes(name) ?? false);

/** Tells whether a parameter outside the path may be in the body. */
export const isInBody = ({ query }: Endpoint, name: string): boolean => !query?.includes(name);
