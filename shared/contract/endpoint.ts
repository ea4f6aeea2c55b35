/** The words contracts are written in. An endpoint is plain data; everything about a request derives from it. */
import type { ErrorCode } from './errors.ts';
import type { Fields, Input, Output, Rule } from './schema.ts';

/** What somebody may do to a resource; who has each is decided in `shared/broker/access.ts`. */
export type Ability =
  'read' | 'apply' | 'know' | 'owner' | 'member' | 'view' | 'staff' | 'judge' | 'organize' | 'administer';
/** Everything an id in a path can name. */
export type Resource =
  | 'organization'
  | 'super_event'
  | 'event'
  | 'registration_field'
  | 'registration'
  | 'super_event_registration'
  | 'team'
  | 'submission'
  | 'criterion'
  | 'assignment'
  | 'score'
  | 'checkin'
  | 'file';

export interface Requirement<Param extends string = string> {
  /** Any one of them suffices. */
  readonly abilities: readonly Ability[];
  readonly on: Resource;
  /** The parameter that names the resource. */
  readonly named: Param;
  /** A key is not enough, whoever it belongs to. */
  readonly withSession?: true;
}
/**
 * `session`: a key is not enough. `anyone`: open to all, but whoever shows a key or a session is known to the handler.
 */
export type Access<Param extends string = string> = 'public' | 'anyone' | 'signed in' | 'session' | Requirement<Param>;

/** `may('organize', 'registration', 'id')`: the viewer may organize the registration named by `params.id`. */
export const may = <const P extends string>(
  abilities: Ability | readonly Ability[],
  on: Resource,
  named: P,
  further: Pick<Requirement, 'withSession'> = {},
): Requirement<P> => ({ abilities: typeof abilities === 'string' ? [abilities] : abilities, on, named, ...further });

/** A key is not enough, whoever it belongs to. */
export const needsSession = (access?: Access): boolean =>
  access === 'session' || (typeof access === 'object' && access.withSession === true);

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * How an action meets the database. `read`: no transaction. `write`: the whole handler is one transaction, together with
 * its write key and its audit rows. `own`: the handler keeps its writes whole and repeatable by other means, said there.
 */
export type Unit = 'read' | 'write' | 'own';

export interface Endpoint<
  P extends Fields = Fields,
  R extends Record<number, Rule> = Record<number, Rule>,
  E extends ErrorCode = ErrorCode,
> {
  readonly http?: { readonly method: Method; readonly path: string };
  readonly summary: string;
  readonly access?: Access;
  readonly params: P;
  /** Success answers by status. */
  readonly responses: R;
  readonly errors: readonly E[];
  /** Which of several success statuses this answer takes, where the answer itself tells. */
  readonly status?: (data: any) => keyof R;
  /** The code of a missing resource, where the interface gives it one of its own. */
  readonly absent?: ErrorCode;
  /** Parameters with a code of their own for every fault. */
  readonly invalid?: Readonly<Record<string, ErrorCode>>;
  /** Parameters of a POST or PATCH that come in the query string all the same. */
  readonly query?: readonly string[];
  readonly unit: Unit;
  /** Answered as it is, without the envelope. */
  readonly bare?: true;
  /** Answered as a page for a browser. */
  readonly page?: true;
  /** Answered with a file the gateway keeps: its media type. The answer of the action is its name. */
  readonly asset?: string;
  /** Its answer carries a secret: it is never kept for a repeated request. */
  readonly secret?: true;
  /** Takes multipart/form-data beside JSON: its parameters as fields, and files named `file_<field id>`. */
  readonly uploads?: true;
  /** Answered as the file it is, for saving. */
  readonly attachment?: true;
  /** Not in the interface document, added by this product. */
  readonly addition?: true;
  /** Milliseconds from the request's arrival to its last try. */
  readonly deadline?: number;
  /** Waits for its turn where many come at once, as hashing passwords does: over the bus a try is given more time. */
  readonly takesTurns?: true;
  /** Bytes of JSON body at most. */
  readonly maxBody?: number;
  /**
   * Requests of it that arrive together share one call: for small requests that do not depend on each other, and that
   * carry what makes repeating them harmless.
   */
  readonly gathered?: true;
  /** Which rate limit counts it, and how often, given its body. */
  readonly cost?: (body: any) => number;
}

type Options<P extends Fields, R extends Record<number, Rule>, E extends ErrorCode> = Omit<
  Endpoint<P, R, E>,
  'http' | 'params' | 'errors' | 'access' | 'status' | 'unit' | 'invalid' | 'query'
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
  readonly invalid?: Readonly<Partial<Record<NoInfer<keyof P & string>, ErrorCode>>>;
  readonly query?: readonly NoInfer<keyof P & string>[];
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
    ({ errors: [], unit: method === 'GET' ? 'read' : 'write', ...spec, http: { method, path } }) as unknown as Endpoint<
      P,
      R,
      E
    >;

export const get = on('GET');
export const post = on('POST');
export const patch = on('PATCH');
export const del = on('DELETE');

/** An action other services may call and HTTP never reaches. */
export const internal = <P extends Fields, R extends Rule, const E extends ErrorCode = never>(spec: {
  summary: string;
  params: P;
  answer: R;
  errors?: readonly E[];
  unit?: Unit;
}): Endpoint<P, { 200: R }, E> => ({
  summary: spec.summary,
  params: spec.params,
  errors: spec.errors ?? [],
  responses: { 200: spec.answer },
  unit: spec.unit ?? 'read',
});

export type Contract = Record<string, Endpoint<any, any, any>>;
/** What a handler may answer: any of the promised successes. */
export type Answer<R> = R extends Record<number, Rule> ? Input<R[keyof R & number]> : never;
export type ParamsOf<D> = D extends Endpoint<infer P, any, any> ? Input<P> : never;
export type ReceivedBy<D> = D extends Endpoint<infer P, any, any> ? Output<P> : never;
export type AnswerOf<D> = D extends Endpoint<any, infer R, any> ? Answer<R> : never;
export type StatusOf<D> = D extends Endpoint<any, infer R, any> ? keyof R & number : never;
export type ErrorsOf<D> = D extends Endpoint<any, any, infer E> ? E : never;
