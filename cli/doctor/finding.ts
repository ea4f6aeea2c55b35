/** What a check found: all is well, or what to do. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly next?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, next: string): Finding => ({ state: 'warning', message, next });
export const problem = (message: string, next: string): Finding => ({ state: 'problem', message, next });

/** What an error says; some of many attempts say nothing by themselves. */
export function wordsOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: Error[] };
  return (message || errors?.map((one) => one.message).join(', ') || code || String(error)).replace(/\.$/, '');
}
