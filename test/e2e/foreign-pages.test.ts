import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { anEngine, type TestEngine } from '../support/engine.ts';
import { describeWithReal } from '../support/real.ts';
import { served } from '../engine/api/served.ts';

const REBOUND = 'rebound.test';
const MARK = 'read-by-a-stranger';

/** Tries all of attack.js on an engine; resolves with what the page got hold of. */
function attack(page: Page, engine: string): Promise<readonly string[]> {
  return page.evaluate(`attack(${JSON.stringify(engine)})`);
}

/** A server of somebody else on this machine, with a page that may do whatever it likes. */
async function aStrangersPage(): Promise<number> {
  const page = '<!doctype html><title>Stranger</title><body>';
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(page);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An engine with something to steal, and what it is asked by whoever gets through to it. */
async function anEngineToAttack() {
  const engine = await anEngine();
  const spec = `description: ${MARK}\nsteps:\n  - command: sleep 60\n`;
  await engine.client.call('dags.create', { name: 'victim', spec });
  const calls: string[] = [];
  const watched: TestEngine = {
    ...engine,
    call: (name, input, caller) => {
      calls.push(name);
      return engine.call(name, input, caller);
    },
    subscribe: (filter, listener) => {
      calls.push('events');
      return engine.subscribe(filter, listener);
    },
  };
  let refusals = 0;
  const { port } = await served(watched, { refused: () => (refusals += 1) });
  return { calls, port, refusals: () => refusals };
}

describeWithReal('chromium', 'A page of somebody else in a browser on this machine', (program) => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startChromium(program, [`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`]);
  });
  afterAll(() => browser?.close());

  /** A page, and the statuses of all that it got from the engine. */
  async function aPage(enginePort: number): Promise<{ page: Page; statuses: number[] }> {
    if (browser === undefined) throw new Error('The browser starts before the first test.');
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    await context.addInitScript({ path: join(import.meta.dirname, 'attack.js') });
    const page = await context.newPage();
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).port === String(enginePort)) statuses.push(response.status());
    });
    return { page, statuses };
  }

  it.each(['127.0.0.1', 'localhost', REBOUND])(
    'on another port of %s reads nothing and changes nothing',
    async (host) => {
      const { calls, port, refusals } = await anEngineToAttack();
      const { page, statuses } = await aPage(port);
      await page.goto(`http://${host}:${await aStrangersPage()}/`);

      const got = [
        ...(await attack(page, `http://127.0.0.1:${port}`)),
        ...(await attack(page, `http://${host}:${port}`)),
      ];

      expect(got).toEqual([]);
      expect(calls).toEqual([]);
      // The browser kept some of them to itself. The others did arrive.
      expect(refusals()).toBeGreaterThan(20);
      expect(new Set(statuses)).toEqual(new Set([403]));
    },
  );

  it('under a name that was pointed here finds an engine that does not know it', async () => {
    const { calls, port } = await anEngineToAttack();
    const { page, statuses } = await aPage(port);

    const opened = await page.goto(`http://${REBOUND}:${port}/`);
    // To the browser all that follows is of one origin: the engine alone can refuse it.
    const got = await attack(page, '');

    expect(opened?.status()).toBe(403);
    expect(got.join('\n')).not.toContain(MARK);
    expect(got.filter((one) => one.startsWith('fetch') && !one.includes(': 403 '))).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(calls).toEqual([]);
  });
});
