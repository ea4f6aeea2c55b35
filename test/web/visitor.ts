/** Somebody in front of a page: what the page asks for and complains about is noted, and held against it at the end. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import type { AxeResults } from 'axe-core';
import { passage, type Passage } from '../support/outage.ts';
import { eventually } from '../support/wire.ts';

/** Milliseconds to wait for what a page is to show: long, for the machine may be busy. */
const patience = 60_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A browser's message about a request without a network, which is how some of this is tried. */
const isOffline =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|CONNECTION_)|error occurred when fetching the script/;
/** Its message about a request that the page gave up, or that was under way when another page was opened. */
const isGivenUp = /net::ERR_ABORTED/;
/** Its own line in the console about a request that was refused. */
const isRefused = /^Failed to load resource: the server responded with a status of (\d+)/;

/** A refusal that a test provokes: its status and its path. */
interface Refusal {
  readonly status: number;
  readonly path: RegExp;
}

declare global {
  var describePages: (() => Promise<string>) | undefined;
}
/** Those who have not left yet. */
const present = new Set<Visitor>();
globalThis.describePages = async () =>
  (await Promise.all([...present].map((visitor) => visitor.describe()))).join('\n');

export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #network: Passage;
  readonly #complaints: string[] = [];
  readonly #foreign: string[] = [];
  readonly #led = new Set<string>();
  readonly #expected: Refusal[] = [];
  readonly #lost: RegExp[] = [];
  readonly #waiting = new Set<string>();
  #wasOffline = false;
  #isLeaving = false;

  /** @param network The only way from the browser to the service. */
  constructor(context: BrowserContext, page: Page, network: Passage) {
    this.context = context;
    this.page = page;
    this.#network = network;
    present.add(this);
    context.on('console', (message) => this.#hear(message.text(), message.location().url));
    context.on('weberror', (error) => void this.#complaints.push(String(error.error())));
    context.on('response', (response) => {
      if (response.status() >= 400) this.#refused(response.status(), response.url());
    });
    context.on('requestfinished', (request) => this.#waiting.delete(request.url()));
    context.on('requestfailed', (request) => {
      this.#waiting.delete(request.url());
      const reason = request.failure()?.errorText ?? '';
      if (!this.#isLeaving && !isGivenUp.test(reason)) this.#hear(reason, request.url());
    });
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      this.#waiting.add(request.url());
      if (this.#led.has(origin)) return;
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
    this.#wasOffline = true;
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

  /** A person who signed in before: the browser has their session. */
  async comeBack(refreshToken: string): Promise<void> {
    const { hostname: domain } = new URL(this.#network.url);
    const strict = { domain, sameSite: 'Strict' } as const;
    await this.context.addCookies([
      { name: 'muster_refresh', value: refreshToken, path: '/auth', httpOnly: true, ...strict },
      { name: 'muster_signed_in', value: '1', path: '/', ...strict },
    ]);
  }

  /** A refusal that this test provokes. Every other one is held against the page. */
  expectRefusal(status: number, path: RegExp): void {
    this.#expected.push({ status, path });
  }

  /** Another site that this test leads the browser to. */
  expectSite(url: string): void {
    this.#led.add(new URL(url).origin);
  }

  /** A path whose requests get no answer in this test. */
  expectFailure(path: RegExp): void {
    this.#lost.push(path);
  }

  /** The next request of this path reaches the service, and its answer does not reach the page. */
  async loseAnswer(path: RegExp): Promise<void> {
    this.expectFailure(path);
    const lose = async (route: Route) => {
      const cookies = await this.context.cookies();
      await route.fetch();
      // With the answer, its cookies are lost as well.
      await this.context.clearCookies();
      await this.context.addCookies(cookies);
      await route.abort();
    };
    await this.page.route(({ pathname }) => path.test(pathname), lose, { times: 1 });
  }

  /** Lines of the console, and outcomes of requests. */
  #hear(text: string, url: string): void {
    const [, status] = isRefused.exec(text) ?? [];
    if (status !== undefined) return this.#refused(Number(status), url);
    const isExpected = this.#wasOffline || this.#lost.some((path) => path.test(URL.parse(url)?.pathname ?? ''));
    if (!isExpected || !isOffline.test(text)) this.#complaints.push(`${text} (${url})`);
  }

  #refused(status: number, url: string): void {
    const { pathname } = new URL(url);
    const isExpected = this.#expected.some((one) => one.status === status && one.path.test(pathname));
    if (!isExpected) this.#complaints.push(`${status} (${url})`);
  }

  /** The findings of axe, one line each. */
  async barriers(): Promise<string[]> {
    // The policy of the page lets no script in; what the browser's own tools run is outside of it.
    if (await this.page.evaluate<boolean>('globalThis.axe === undefined'))
      await this.page.evaluate(`${axe}; undefined`);
    const { violations } = await this.page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  /** Waits until this expression is true on the page. */
  async isTrue(expression: string): Promise<void> {
    await this.#holds(expression, Boolean);
  }

  /** Waits until this expression has this value on the page. */
  async becomes(expression: string, value: string | number | boolean | null): Promise<void> {
    await this.#holds(expression, (seen) => seen === value);
  }

  /**
   * The expression is asked from here each time: a page that asked itself again would have to run a text as a program,
   * which its policy refuses.
   */
  async #holds(expression: string, test: (seen: unknown) => boolean): Promise<void> {
    const ask = () =>
      this.page.evaluate<unknown>(expression).catch((error: Error) => {
        // The page is being left for another one.
        if (!/context was destroyed|navigation/.test(error.message)) throw error;
      });
    await eventually(ask, test, patience);
  }

  /** Waits until the page would open without a network. */
  async isKept(path: string): Promise<void> {
    await this.isTrue(
      `caches.open('muster ${path}').then(async (kept) => (await kept.match('${path}')) && navigator.serviceWorker.controller !== null)`,
    );
  }

  /** Waits until the page shows this text. */
  async shows(text: string): Promise<void> {
    await this.page.getByText(text).waitFor();
  }

  /** For the failure of a test: the page, its complaints, and its requests without an answer. */
  async describe(): Promise<string> {
    const seen = await this.page.locator('body').innerText({ timeout: 2_000 }).catch(String);
    const waiting = [...this.#waiting].map((url) => `${url} has no answer.`);
    return [`${this.page.url()} shows:`, seen, ...this.#complaints, ...waiting].join('\n');
  }

  /** Waits until this is the title, which changes with the next drawing of the page. */
  async isTitled(title: string): Promise<void> {
    await this.becomes('document.title', title);
  }

  /** Waits until the element with this text has the focus, which moves with the next drawing of the page. */
  async hasFocus(text: string): Promise<void> {
    await this.becomes('document.activeElement.textContent', text);
  }

  /** Whether the page is as wide as the screen. */
  fits(): Promise<boolean> {
    return this.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
  }

  /**
   * Closes the page. Fails if it asked another host for something, if a request of it failed or was refused and no test said that
   * it would be, or if anything stands in the console.
   */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    present.delete(this);
    await this.context.close();
    this.#network.close();
    expect(this.#foreign).toEqual([]);
    expect(this.#complaints).toEqual([]);
  }
}

type Options = BrowserContextOptions & {
  /** The port of `localhost` that the page is opened at, where the public address has to be right. */
  readonly at?: number;
};

/** Opens a browser window of its own, with its own storage, in the zone that hackathons of specs are in unless they say another. */
export async function visit(browser: Browser, url: string, { at, ...options }: Options = {}): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', ...options });
  context.setDefaultTimeout(patience);
  context.setDefaultNavigationTimeout(patience);
  return new Visitor(context, await context.newPage(), await passage(new URL(url), at));
}
