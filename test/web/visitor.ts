/** Somebody in front of a page: what the page asks for and complains about is noted, and held against it at the end. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';
import { passage, type Passage } from '../support/outage.ts';

/** Milliseconds to wait for what a page is to show: long, for the machine may be busy. */
const patience = 30_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What a browser writes by itself when there is no network, which is how some of this is tried. */
const isOffline =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_)/;

export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #network: Passage;
  readonly #complaints: string[] = [];
  readonly #foreign: string[] = [];
  readonly #expected: RegExp[] = [isOffline];

  /** @param network The only way from the browser to the service. */
  constructor(context: BrowserContext, page: Page, network: Passage) {
    this.context = context;
    this.page = page;
    this.#network = network;
    context.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => void this.#complaints.push(String(error.error())));
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(network.url).origin && !/^(data|blob):$/.test(protocol)) this.#foreign.push(request.url());
    });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#network.url).href);
  }

  /**
   * Takes the network away. The browser is told, which is how a page learns it at once; and nothing gets through, for a
   * browser lets requests of a page that is just being loaded pass.
   */
  async goOffline(): Promise<void> {
    this.#network.cut();
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    this.#network.restore();
    await this.context.setOffline(false);
  }

  /** A person who signs in by the page. */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
    await this.open('/signin');
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByTestId('sign-in').click();
  }

  /** An error in the console that is meant to be there, such as that of a refused request. */
  expectComplaint(text: RegExp): void {
    this.#expected.push(text);
  }

  /** What axe finds wrong, one line each. */
  async barriers(): Promise<string[]> {
    // The policy of the page lets no script in; what the browser's own tools run is outside of it.
    const run = `${axe}; axe.run(document, { resultTypes: ['violations'] })`;
    const { violations } = await this.page.evaluate<AxeResults>(run);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  /** Waits until the page would open without a network. */
  async isKept(path: string): Promise<void> {
    await this.page.waitForFunction(
      `caches.open('muster ${path}').then(async (kept) => (await kept.match('${path}')) && navigator.serviceWorker.controller !== null)`,
    );
  }

  /** Whether the page is as wide as the screen. */
  fits(): Promise<boolean> {
    return this.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
  }

  /** Closes the page, and fails if it asked another host for something or complained in the console. */
  async leave(): Promise<void> {
    await this.context.close();
    this.#network.close();
    expect(this.#foreign).toEqual([]);
    expect(this.#complaints.filter((text) => !this.#expected.some((expected) => expected.test(text)))).toEqual([]);
  }
}

/** Opens a browser window of its own, with its own storage. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patience);
  context.setDefaultNavigationTimeout(patience);
  return new Visitor(context, await context.newPage(), await passage(new URL(url)));
}
