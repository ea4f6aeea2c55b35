/** Checked by the compiler alone: what the client takes and answers is what the contracts say. */
import type { ActionAnswer, ActionName, ActionParams, Contracts } from '../../shared/contract/index.ts';
import type { ErrorCode, Refusal as ContractRefusal } from '../../shared/contract/errors.ts';
import type { Fact as ContractFact, FactType, facts } from '../../shared/contract/facts.ts';
import type { Input } from '../../shared/contract/schema.ts';
import {
  isRefusal,
  type Answer,
  type ErrorCode as ClientErrorCode,
  type ErrorExtras,
  type Fact,
  type FactData,
  type Muster,
  type Params,
  type Uploads,
} from '../../clients/typescript/src/index.ts';

/** Only `true` may stand here. */
const holds = <T extends true>(): T => true as T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Within<A, B> = [A] extends [B] ? true : false;

type CamelCase<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<B>}` : S;
/** Everything that the client has, by the name of its action. */
type Offered = {
  [S in keyof Contracts]: CamelCase<S> extends infer C extends keyof Muster
    ? `${S}.${keyof Muster[C] & string}`
    : never;
}[keyof Contracts];

type ParamsIn<N> = N extends `${infer S}.${infer A}`
  ? CamelCase<S> extends infer C extends keyof Muster
    ? A extends keyof Muster[C]
      ? Omit<Params<C, A>, keyof Uploads>
      : never
    : never
  : never;
type AnswerIn<N> = N extends `${infer S}.${infer A}`
  ? CamelCase<S> extends infer C extends keyof Muster
    ? A extends keyof Muster[C]
      ? Answer<C, A>
      : never
    : never
  : never;

/** Those whose parameters are others than the contract's. */
type OtherParams = {
  [N in Offered]: N extends ActionName ? (Same<ParamsIn<N>, ActionParams<N>> extends true ? never : N) : N;
}[Offered];
/** Those whose answers are others; of facts the client knows more. */
type OtherAnswers = {
  [N in Offered]: N extends ActionName
    ? AnswerIn<N> extends Response | AsyncIterable<unknown>
      ? never
      : Same<AnswerIn<N>, ActionAnswer<N>> extends true
        ? never
        : N
    : N;
}[Offered];

export const proofs = [
  holds<Within<Offered, ActionName>>(),
  holds<Same<OtherParams, never>>(),
  holds<Same<OtherAnswers, 'organizations.listFacts' | 'setup.applyEventFile'>>(),
  // Which is waited for.
  holds<Within<Answer<'setup', 'applyEventFile'>, ActionAnswer<'setup.applyEventFile'>>>(),
  holds<Within<Answer<'organizations', 'listFacts'>, ActionAnswer<'organizations.listFacts'>>>(),
  holds<Within<Fact, ContractFact>>(),
  holds<Same<keyof FactData, FactType>>(),
  holds<Same<FactData['team.created'], Input<(typeof facts)['team.created']['data']>>>(),
  holds<Same<ClientErrorCode, ErrorCode>>(),
  holds<Within<['ALREADY_IN_TEAM', ErrorExtras['ALREADY_IN_TEAM']], ContractRefusal<'ALREADY_IN_TEAM'>>>(),
];

export async function misused(muster: Muster, error: unknown): Promise<unknown> {
  // @ts-expect-error an action nobody promises
  await muster.teams.invent({ id: '' });
  // @ts-expect-error a missing parameter of the path
  await muster.teams.create({ name: 'Comets', trackId: '' });
  // @ts-expect-error a word its enum does not have
  await muster.registrations.updateStatus({ id: '', status: 'cancelled' });
  // @ts-expect-error what must have parameters is asked without
  await muster.teams.get();
  await muster.registrations.listOwn();
  // @ts-expect-error a single answer has no pages
  muster.teams.get.pages({ id: '' });
  for await (const team of muster.teams.listManaged.each({ id: '' })) {
    // @ts-expect-error a member the row does not have
    if (team.leader?.password) return;
  }
  if (isRefusal(error, 'ALREADY_IN_TEAM')) return error.extras.userIds;
  // @ts-expect-error an extra of another error
  if (isRefusal(error, 'TEAM_FULL')) return error.extras.userIds;
  // @ts-expect-error a code nobody promises
  isRefusal(error, 'TOO_BORING');
  if (!isRefusal(error)) return;
  if (error.code === 'CRITERION_IN_USE') return error.extras.score_count satisfies number;
  for await (const fact of muster.organizations.streamFacts({ orgId: '' })) {
    if (fact.type === 'team.created') return fact.data.member_user_ids;
    // @ts-expect-error what another fact tells
    if (fact.type === 'team.deleted') return fact.data.member_user_ids;
  }
  return undefined;
}
