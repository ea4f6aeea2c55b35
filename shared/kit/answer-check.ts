/** Outside production, checks every answer, refusal and fact against the contract before it is sent. */
import type { Endpoint } from '../contract/endpoint.ts';
import { errors, extrasOf, type ErrorCode } from '../contract/errors.ts';
import { factTypes, facts } from '../contract/facts.ts';
import { compileFields, compileRule, fieldProblems, type Check } from '../contract/validator.ts';
import type { Change } from '../database/audit.ts';
import { isFailure } from '../base/failure.ts';

export interface AnswerCheck {
  readonly answer: (status: number, answer: unknown) => void;
  /** Checks the extras of a refusal; ignores any other error. */
  readonly refusal: (error: unknown) => void;
  readonly changes: (changes: readonly Change[]) => void;
}

type Problems = Exclude<ReturnType<Check>, true>;

/**
 * Returns the checks of one endpoint. Each check throws an `Error` that names every deviation. They are compiled when they are
 * first needed, because a process starts with hundreds of endpoints and answers few of them.
 * @param endpoint Only its `responses` (schemas by status) are read.
 */
export function answerCheck({ responses }: Pick<Endpoint, 'responses'>): AnswerCheck {
  const checks = new Map(
    Object.entries(responses).map(([status, rule]) => [Number(status), onFirstUse(() => compileRule(rule))]),
  );
  return {
    answer: (status, answer) =>
      hold('The answer', checks.get(status)?.(structuredClone(answer)) ?? unpromisedStatus(status)),
    refusal: (error) => {
      if (!isFailure(error)) return;
      const check = extrasChecks.get(error.type as ErrorCode);
      hold(`The refusal ${error.type}`, check?.(structuredClone(error.data ?? {})) ?? true);
    },
    changes: (changes) => {
      for (const { fact, ids, after } of changes) {
        // In the stored form.
        const data: unknown = JSON.parse(JSON.stringify({ ...after, ...ids }));
        if (fact) hold(`The fact ${fact}`, factChecks.get(fact)?.(data) ?? true);
      }
    },
  };
}

function onFirstUse(compile: () => Check): Check {
  let check: Check | undefined;
  return (value) => (check ??= compile())(value);
}

const extrasChecks = new Map(
  (Object.keys(errors) as ErrorCode[]).map((code) => [code, onFirstUse(() => compileFields(extrasOf(code), 'refuse'))]),
);

const factChecks = new Map(factTypes.map((type) => [type, onFirstUse(() => compileFields(facts[type].data, 'drop'))]));

const unpromisedStatus = (status: number): Problems => [
  { field: 'status', type: 'unpromised', message: String(status) },
];

function hold(what: string, verdict: ReturnType<Check>): void {
  if (verdict === true) return;
  const said = fieldProblems(verdict).map(({ message }) => message);
  throw new Error(`${what} is not as promised: ${said.join('; ')}`);
}
