/** Decides whether a process can work, which `/ready` answers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service, ServiceBroker } from 'moleculer';
import type { ServiceName } from '../contract/services.ts';
import { busOf } from '../bus/bus.ts';

export interface Readiness {
  /** Sentences that say why this process cannot work now; empty when it is ready. */
  readonly problems: readonly string[];
  /** Services that ran since this gateway started and that have stopped. */
  readonly missing: readonly ServiceName[];
}

type Probed = Service & { probe?: () => Promise<string | undefined> | undefined };
/** The phase of a process between start and end. */
export interface LifecycleState {
  isStarting: boolean;
  isStopping: boolean;
}

/** Milliseconds: timeout of the database probe, and how long its result is cached. */
const [slowestProbe, probeMemory] = [500, 1_000];

/** Returns the function that checks readiness. */
export function readinessOf(
  broker: ServiceBroker,
  stage: Readonly<LifecycleState>,
  expected: readonly ServiceName[],
): () => Promise<Readiness> {
  const bus = busOf(broker);
  // Identity is checked each time and not only awaited, because without it nobody is authenticated.
  const others = expected.filter((name) => name !== 'identity');
  const attendance = attendanceOf(broker, bus.isUsed ? others : []);
  const isGateway = () => broker.getLocalService('gateway') !== undefined;
  let probe: { readonly until: number; readonly result: Promise<string[]> } | undefined;
  return async () => {
    if (stage.isStopping) return just('stopping');
    if (stage.isStarting) return just('starting');
    if (!bus.isConnected) return just('the bus is not connected');
    const refused = bus.refused.length;
    if (refused > 0) return just(`NATS refuses ${refused} subjects to this login: muster nats-config makes its users`);
    const now = Date.now();
    if (!probe || probe.until < now) probe = { until: now + probeMemory, result: probeDatabases(broker) };
    const problems = [...(await probe.result)];
    if (!isGateway()) return { problems, missing: [] };
    if (!broker.registry.actions.isAvailable('identity.resolveKey')) problems.push('no identity service is seen');
    const { awaited, missing } = attendance();
    if (awaited.length > 0) problems.push(`nobody runs ${awaited.join(', ')} yet`);
    return { problems, missing };
  };
}

const just = (problem: string): Readiness => ({ problems: [problem], missing: [] });

/** Returns which expected services were never seen and which have disappeared. */
function attendanceOf(broker: ServiceBroker, expected: readonly ServiceName[]) {
  const seen = new Set<string>();
  return () => {
    const present = new Set(broker.registry.getServiceList({ onlyAvailable: true }).map(({ name }) => name));
    present.forEach((name) => seen.add(name));
    const absent = expected.filter((name) => !present.has(name));
    return {
      awaited: absent.filter((name) => !seen.has(name)),
      missing: absent.filter((name) => seen.has(name)),
    };
  };
}

async function probeDatabases(broker: ServiceBroker): Promise<string[]> {
  const answers = await Promise.all(
    (broker.services as Probed[]).map(async ({ name, probe }) => {
      if (!probe) return undefined;
      const late = pause(slowestProbe, 'late' as const, { ref: false });
      const result = await Promise.race([Promise.resolve(probe()).catch(() => 'down'), late]);
      return result && `the database of ${name} is ${result}`;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}
