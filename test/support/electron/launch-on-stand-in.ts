import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { realProgram } from '../../../scripts/test/counterparts.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';
import type { Evaluate, Report } from './report-to-test.ts';
import { isOurs } from './web-address.ts';

const register = pathToFileURL(join(import.meta.dirname, 'register.ts')).href;

/** Starts the built main in a Node of its own in which `electron` is the stand-in. */
export async function launchOnStandIn(root: string, options: LaunchOptions): Promise<LaunchedApp> {
  const { userData, env, args = [] } = options;
  const child = fork(join(root, 'out/main/index.js'), [`--user-data-dir=${userData}`, ...args], {
    cwd: root,
    env: { ...process.env, CHROMIUM_PATH: realProgram('chromium'), ...env },
    execArgv: ['--import', register],
    silent: true,
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = collectOutput(child);
  const browser = connect(child).catch((error: unknown) => {
    throw new Error(`The app opened no window. It said:\n${said()}`, { cause: error });
  });
  // A second instance ends without a Chromium; whoever asks for its window hears why there is none.
  browser.catch(() => undefined);
  return {
    window: async () => firstWindow(await browser),
    evaluate: evaluator(child),
    exited,
    kill: () => void child.kill('SIGKILL'),
  };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  return () => text;
}

async function connect(child: ChildProcess): Promise<Browser> {
  const report = await nextReport(child, ({ kind }) => kind === 'browser');
  return chromium.connectOverCDP(report.kind === 'browser' ? report.endpoint : '');
}

/** The window among the pages, which may be open or still to come; Chromium has pages of its own. */
async function firstWindow(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has ended.');
  const { promise, resolve } = Promise.withResolvers<Page>();
  const look = (page: Page) =>
    page
      .waitForURL(({ href }) => isOurs(href), { waitUntil: 'commit' })
      // A page that is closed first was not the one.
      .then(
        () => resolve(page),
        () => undefined,
      );
  context.on('page', look);
  for (const page of context.pages()) void look(page);
  const page = await promise;
  context.off('page', look);
  return page;
}

function evaluator(child: ChildProcess): LaunchedApp['evaluate'] {
  let lastId = 0;
  return async (call, argument) => {
    if (!child.connected) throw new Error('The app has ended.');
    const id = (lastId += 1);
    const asked: Evaluate = { id, source: call.toString(), argument };
    const answer = nextReport(child, (report) => report.kind !== 'browser' && report.id === id);
    child.send(asked);
    const report = await answer;
    if (report.kind === 'threw') throw new Error(report.message);
    // The function's own type says what it returns; messages between the processes are JSON.
    return (report.kind === 'evaluated' ? report.value : undefined) as never;
  };
}

function nextReport(child: ChildProcess, isWanted: (report: Report) => boolean): Promise<Report> {
  return new Promise((resolve, reject) => {
    const listen = (report: Report) => {
      if (!isWanted(report)) return;
      child.off('message', listen);
      child.off('exit', fail);
      resolve(report);
    };
    const fail = () => reject(new Error('The app has ended.'));
    child.on('message', listen);
    child.once('exit', fail);
  });
}
