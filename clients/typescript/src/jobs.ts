/** Waits for what the service goes on with after its answer. */
import type { CallOptions } from './calls.ts';
import { RefusedError, type RefusalBody } from './errors.ts';
import type { Params } from './request.ts';
import { pause } from './retry.ts';
import type { Transport } from './transport.ts';

interface Begun {
  readonly job: {
    readonly id: string;
    readonly status: 'running' | 'done' | 'failed';
    readonly result: unknown;
    readonly error: (Omit<RefusalBody, 'success' | 'request_id'> & { readonly status: number }) | null;
  };
}
interface Asked {
  readonly params: Params;
  readonly data: unknown;
  readonly options: CallOptions;
}

/** Milliseconds between two questions. */
const interval = 1_000;

/** Answers what the request would have answered at once. Rejects with what it would have been refused with. */
export async function endOf(transport: Transport, path: string, { params, data, options }: Asked): Promise<unknown> {
  const named = Object.entries(params).filter(([name]) => path.includes(`:${name}/`));
  const { signal, headers } = options;
  for (let { job } = data as Begun; ;) {
    if (job.status === 'done') return job.result;
    if (job.error) {
      const { status, ...body } = job.error;
      throw new RefusedError(status, { success: false, request_id: '', ...body }, undefined);
    }
    await pause(interval, signal);
    const asked = { ...Object.fromEntries(named), jobId: job.id };
    ({ job } = (await transport.send({ method: 'GET', path }, asked, { signal, headers })).data as Begun);
  }
}
