import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { modules } from '../../clients/typescript/generate/modules.ts';
import client from '../../clients/typescript/package.json' with { type: 'json' };
import contract from '../../clients/contract/package.json' with { type: 'json' };
import service from '../../examples/internal-service/package.json' with { type: 'json' };
import product from '../../package.json' with { type: 'json' };

const folder = 'clients/typescript/src/generated';

describe('The generated part of the client', () => {
  it('is what `npm run docs` writes', async () => {
    const written = await modules();
    expect(globSync('**/*.ts', { cwd: folder }).sort()).toEqual([...written.keys()].sort());
    for (const [file, text] of written) expect(readFileSync(join(folder, file), 'utf8')).toBe(text);
  });

  it('is of this release', () => {
    expect(client.version).toBe(product.version);
    expect(client.peerDependencies.standardwebhooks).toBe(`^${product.dependencies.standardwebhooks}`);
  });
});

it('The package for services on the bus, and its example, go with the Moleculer and NATS of this release', () => {
  const { moleculer, nats } = product.dependencies;
  expect(contract.version).toBe(product.version);
  expect(contract.peerDependencies).toEqual({ moleculer: `^${moleculer}`, nats: `^${nats}` });
  expect(service.dependencies).toMatchObject({ moleculer, nats });
});
