/** Starts the longest specs first, so that no worker is left alone with one of them at the end. */
import jestSequencer from '@jest/test-sequencer';

// The package is CommonJS to the compiler: what its types call `default` is what Node imports.
const Sequencer = jestSequencer as unknown as typeof jestSequencer.default;
type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

/** Those that take longer than the size of their file tells, the longest first: where Jest has not measured them yet. */
const longest = [
  'webhooks/deliveries',
  'conformance/access',
  'gateway/rate-limit',
  'cluster/',
  'mail/stop',
  'docs/commands',
  'upgrade/',
  'gateway/outage',
  'gateway/drain',
  'teams/model',
  'registrations/files/unfinished',
  'conformance/',
  'client/every',
  'fuzz/fuzz',
  'web/',
  'facts/stream',
  'embedded/',
  'faults/short',
  'types',
  'cli/',
  'migrations',
  'onboarding/',
  'gateway/',
];

const rankOf = (path: string): number => {
  const rank = longest.findIndex((part) => path.includes(`/test/${part}`) || path.includes(`/features/${part}`));
  return rank < 0 ? longest.length : rank;
};

export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const sorted = await super.sort(tests);
    const isMeasured = sorted.some(({ duration }) => duration !== undefined);
    return isMeasured ? sorted : sorted.sort((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}
