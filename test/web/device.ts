/** A browser that keeps what it has in a folder, as a device does, whatever happens to it. */
import { execFileSync } from 'node:child_process';
import type { BrowserContext } from 'playwright-core';
import { openBrowserAt } from '../support/browser.ts';
import type { Passage } from '../support/outage.ts';
import { typing } from './door.ts';
import { Visitor } from './visitor.ts';

export class Device {
  readonly #folder: string;
  readonly #network: Passage;
  #context: BrowserContext | undefined;
  visitor!: Visitor;

  constructor(folder: string, network: Passage) {
    this.#folder = folder;
    this.#network = network;
  }

  async start(path: string): Promise<void> {
    const context = await openBrowserAt(this.#folder);
    this.#context = context;
    this.visitor = new Visitor(context, await context.newPage(), this.#network);
    await this.visitor.open(path);
    await typing(this.visitor.page).waitFor();
  }

  /** As an empty battery does. */
  async die(): Promise<void> {
    execFileSync('pkill', ['-KILL', '-f', `user-data-dir=${this.#folder}`]);
    // It is closed already, or is just being noticed to be.
    await this.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#context?.close();
  }
}
