/** The other end of `OwnProcess`: performs the tasks in their process, and answers each to the process that asks. */

/** Input and output of each task by its name: values that can be cloned. */
export type Tasks = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;
export interface Task {
  readonly name: string;
  readonly input: unknown;
}
export type Outcome = { readonly answer: unknown } | { readonly thrown: unknown };

type Performed<T extends Tasks> = { readonly [N in keyof T]: (input: T[N]['input']) => T[N]['output'] };

export function performTasks<T extends Tasks>(tasks: Performed<T>): void {
  const performed = tasks as Readonly<Record<string, (input: unknown) => unknown>>;
  // A terminal interrupts both processes, and the other one goes on to the end of what it has begun.
  process.on('SIGINT', () => undefined);
  process.on('message', ({ name, input }: Task) => process.send?.(outcomeOf(() => performed[name]?.(input))));
}

function outcomeOf(perform: () => unknown): Outcome {
  try {
    return { answer: perform() };
  } catch (thrown) {
    return { thrown };
  }
}
