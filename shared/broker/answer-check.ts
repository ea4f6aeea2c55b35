/** Outside production every answer is held against its contract before it leaves. */
import type { Endpoint } from '../contract/endpoint.ts';
import { compileRule, fieldProblems } from '../contract/validator.ts';

export type AnswerCheck = (status: number, answer: unknown) => void;

export function answerCheck({ responses }: Endpoint): AnswerCheck {
  const checks = new Map(Object.entries(responses).map(([status, rule]) => [Number(status), compileRule(rule)]));
  return (status, answer) => {
    const problems = checks.get(status)?.(structuredClone(answer)) ?? [
      { field: 'status', type: 'unpromised', message: String(status) },
    ];
    if (problems !== true) {
      throw new Error(
        `The answer is not as promised: ${fieldProblems(problems)
          .map(({ message }) => message)
          .join('; ')}`,
      );
    }
  };
}
