/** How each command of the documents is known to work. The first row that fits a command counts. */
export type Way =
  /** Run as it stands, on the example event, ending with one of these codes. */
  | { readonly fits: RegExp; readonly run: readonly number[] }
  /** Run by another spec, which names this. */
  | { readonly fits: RegExp; readonly spec: string; readonly naming: string }
  /** Not run, and why; what it names is looked up. */
  | { readonly fits: RegExp; readonly cannot: string };

const network = 'it fetches packages from a registry; `.ci/run` begins with it';
const long = 'it measures for minutes on a machine that does nothing else';
const docker = 'it wants Docker and an image';
const cluster = 'it wants a cluster';

export const ways: readonly Way[] = [
  { fits: /muster (-- )?(backup|restore) /, spec: 'test/cli/backup.spec.ts', naming: 'cli/commands/restore.ts' },
  { fits: /muster (-- )?loadtest/, spec: 'test/cli/loadtest.spec.ts', naming: 'cli/commands/loadtest.ts' },
  { fits: /^npm (ci|install)( |$)/, cannot: network },
  { fits: /npm run demo$/, spec: 'test/cli/demo.spec.ts', naming: 'cli/demo.ts' },
  { fits: /^npm start$/, spec: 'test/embedded/restart.spec.ts', naming: 'services/main.ts' },
  { fits: /npm test( |$)|^npm run (check|test:busy)|^\.ci\/run$/, cannot: 'it is what runs this' },
  { fits: /^npm run docs$/, spec: 'test/configuration.spec.ts', naming: 'configurationPage' },
  { fits: /^npm run test:long/, cannot: long },
  { fits: /^npm run test:fuzz/, spec: 'test/fuzz/fuzz.spec.ts', naming: 'npm run test:fuzz' },
  { fits: /^npm run test:faults/, spec: 'test/faults/short.spec.ts', naming: 'scanUnderFaults' },
  { fits: /^npm run client/, spec: 'test/client/built.spec.ts', naming: './clients/typescript' },
  { fits: /^npm run contract/, spec: 'test/cluster/internal-service.spec.ts', naming: 'clients/contract' },
  { fits: /moleculer-runner/, spec: 'test/cluster/runner.spec.ts', naming: 'moleculer-runner' },
  { fits: /^npm run pictures/, cannot: 'it writes the pictures of the README, which somebody has to look at' },
  { fits: /event-file\/jobs/, spec: 'test/features/setup/jobs.spec.ts', naming: 'event-file/jobs' },
  { fits: /^npm run (-s )?bench/, cannot: long },
  { fits: /^npx muster$/, spec: 'test/deployment/package.spec.ts', naming: 'bin.muster' },
  {
    fits: /shared\/pages\/prepare|npm run -s pages/,
    cannot: 'it is a step of the Dockerfile, and leaves files in this folder',
  },
  { fits: /judging-picture/, spec: 'test/docs/judging.spec.ts', naming: 'judgingPicture' },
  { fits: /^node bench\/morning/, spec: 'test/docs/scale.spec.ts', naming: 'morningTable' },
  { fits: /^node test\/upgrade\/record/, cannot: 'it is for a release; what it wrote is what `test/upgrade` reads' },
  { fits: /^nats-server --config/, spec: 'test/cluster/permissions.spec.ts', naming: "'--config'" },
  { fits: /examples\/curl\/paper\.sh/, spec: 'test/cli/door-list.spec.ts', naming: 'examples/curl/paper.sh' },
  { fits: /facts tail/, spec: 'test/cli/facts.spec.ts', naming: 'run(tail' },
  { fits: /facts\/stream/, spec: 'test/client/curl.spec.ts', naming: 'facts.sh' },
  { fits: /docker (compose|run)/, cannot: docker },
  { fits: /kubectl/, cannot: cluster },
  {
    fits: /^psql "\$(PRIMARY|STANDBY)"/,
    cannot: 'it wants a standby; `test/faults/standby.ts` does the same in R16 and R17',
  },
  { fits: /^(npm run -s muster --|muster) (doctor|status)/, run: [0, 1] },
  { fits: /^(npm run -s muster --|muster) plan/, run: [0, 2] },
  { fits: /^(npm run -s muster --|muster) /, run: [0] },
  { fits: /^curl |^while IFS/, run: [0] },
];
export const wayOf = (text: string) => ways.find(({ fits }) => fits.test(text));
