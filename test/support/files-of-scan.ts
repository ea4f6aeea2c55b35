import { readFileSync } from 'node:fs';

const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split("## A scan's way through the files");

/** The files that a scan enters, as `docs/architecture.md` lists them. */
export const filesOfScan = [...(section.split('\n## ')[0] ?? '').matchAll(/^\d+\. `([^`]+)`/gm)].map(
  ([, file = '']) => file,
);
