import type { Page } from 'playwright-core';
import { ADA_TOKEN } from './access-fixtures.ts';
import { ENDED_RUN, RELEASE_RUN, WAITING_SUB_RUN } from './language-fixtures.ts';
import type { OpenedPage, OpenOptions } from './renderer-page.ts';
import { ORDERS_RUN } from './run-fixtures.ts';
import { anEmptyScene, aScene, aSceneWithAccounts } from './scene.ts';

/** The week of a calendar holds what was and what comes. */
const THURSDAY = Date.parse('2026-11-19T08:42:00Z');

export interface Screen {
  readonly screen: string;
  readonly path: string;
  readonly isEmpty?: boolean;
  /** An engine with accounts, seen by its administrator or by nobody. */
  readonly accounts?: 'admin' | 'nobody';
  readonly ready: (page: Page) => Promise<unknown>;
}

/** Every view of the window, in the state in which it says most. */
export const screens: readonly Screen[] = [
  {
    screen: 'the table of DAGs',
    path: '/dags',
    ready: (page) => page.getByText('orders-nightly').waitFor(),
  },
  {
    screen: 'an import',
    path: '/dags?import=yes',
    ready: async (page) => {
      await page.getByLabel('Or paste a definition').fill('logDir: /tmp\nsteps: [echo]\n');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.locator('.dialog .cm-deletedChunk').first().waitFor();
    },
  },
  {
    screen: 'the first start',
    path: '/dags',
    isEmpty: true,
    ready: (page) => page.getByText('No DAGs yet').waitFor(),
  },
  {
    screen: 'a definition with a problem',
    path: '/dags/orders-etl',
    ready: async (page) => {
      await page.getByRole('button', { name: /Unknown key/ }).click();
      await page.locator('.problem-zone').waitFor();
      await page.locator('.graph-node').first().waitFor();
    },
  },
  {
    screen: 'a draft that is back',
    path: '/dags/pg-backup',
    ready: async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.type('# mine');
      await page.reload();
      await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    },
  },
  {
    screen: 'a change of another window beside one of this one',
    path: '/dags/orders-etl',
    ready: async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.type('# mine');
      await page.evaluate(() =>
        fetch('/api/v1/dags/orders-etl/spec', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ spec: 'steps:\n  - name: a\n    command: echo a\n' }),
        }),
      );
      await page.getByRole('button', { name: 'Compare…' }).click();
      await page.locator('.merge .cm-changedText').first().waitFor();
    },
  },
  {
    screen: 'the history of a DAG',
    path: '/dags/orders-etl/runs',
    ready: (page) => page.locator('.history-grid td a').first().waitFor(),
  },
  {
    screen: 'the list of runs',
    path: '/runs',
    ready: (page) => page.getByText('DATE=2026').first().waitFor(),
  },
  {
    screen: 'a run with its graph and log',
    path: `/runs/orders-etl/${ORDERS_RUN}?step=score-fraud`,
    ready: async (page) => {
      await page.locator('.log-line').first().waitFor();
      await page.locator('.graph-node').first().waitFor();
    },
  },
  {
    screen: 'a run over time',
    path: `/runs/orders-etl/${ORDERS_RUN}`,
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await page.locator('.timeline-name').first().waitFor();
    },
  },
  {
    screen: 'a run that waits at a gate',
    path: `/runs/release-train/${RELEASE_RUN}?step=legal`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Enter a value.').waitFor();
      await page.locator('.graph-node').first().waitFor();
    },
  },
  {
    screen: 'a sub-run whose gate is being rejected',
    path: `/runs/release-train/${RELEASE_RUN}/sub/deploy-region/${WAITING_SUB_RUN}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Reject…' }).click();
      await page.getByLabel('Reason').waitFor();
    },
  },
  {
    screen: 'the details of a step',
    path: `/runs/release-train/${ENDED_RUN}?step=build`,
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Step', exact: true }).click();
      await page.getByText('SIGNING_KEY').waitFor();
    },
  },
  {
    screen: 'the definition of a run and the menu of what can be done',
    path: `/runs/release-train/${ENDED_RUN}?step=build`,
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Definition' }).click();
      await page.locator('.cm-content').waitFor();
      await page.getByRole('button', { name: 'More actions for release-train' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    screen: 'a dry run',
    path: '/dags/orders-etl',
    ready: async (page) => {
      await page.getByRole('button', { name: 'More actions for orders-etl' }).click();
      await page.getByRole('menuitem', { name: /Dry run/ }).click();
      await page.getByText('no DAG has this name').waitFor();
    },
  },
  {
    screen: 'the calendar and why a slot was missed',
    path: '/schedule?day=2026-11-18',
    ready: async (page) => {
      await page.getByRole('button', { name: /^orders-nightly.*Missed/ }).click();
      await page.getByText('computer went to sleep').waitFor();
    },
  },
  {
    screen: 'the calendar',
    path: '/schedule?day=2026-11-16',
    ready: (page) =>
      page
        .getByRole('button', { name: /^orders-nightly/ })
        .first()
        .waitFor(),
  },
  {
    screen: 'the slots as a list',
    path: '/schedule?view=list',
    ready: (page) => page.getByText('is now').waitFor({ state: 'attached' }),
  },
  {
    screen: 'a calendar without schedules',
    path: '/schedule',
    isEmpty: true,
    ready: (page) => page.getByText('No DAG has a schedule').waitFor(),
  },
  {
    screen: 'the queues',
    path: '/queues',
    ready: (page) => page.getByText('134 more waiting').waitFor(),
  },
  {
    screen: 'no queues',
    path: '/queues',
    isEmpty: true,
    ready: (page) => page.getByText('Nothing is queued').waitFor(),
  },
  {
    screen: 'a change in Git Sync',
    path: '/git/orders-nightly',
    ready: (page) => page.locator('.cm-line', { hasText: '1200' }).waitFor(),
  },
  {
    screen: 'a conflict side by side',
    path: '/git/reports%2Fweekly-report',
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Side by side' }).click();
      await page.getByText('Robin changed this file too').waitFor();
      await page.locator('.cm-mergeView').waitFor();
    },
  },
  {
    screen: 'a DAG to accept',
    path: '/git/stock-levels',
    ready: (page) => page.getByText('What you accept').waitFor(),
  },
  {
    screen: 'a merge of a conflict',
    path: '/git/reports%2Fweekly-report',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Merge…' }).click();
      await page.getByRole('button', { name: 'Use mine, conflict 1' }).waitFor();
    },
  },
  {
    screen: 'the kept copies',
    path: '/git/currency-rates',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Kept copies…' }).click();
      await page.locator('.dialog .cm-deletedChunk').first().waitFor();
    },
  },
  {
    screen: 'the history of an item',
    path: '/git/new-from-robin',
    ready: async (page) => {
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByText('Change the weekly report').waitFor();
      await page.locator('.cm-deletedChunk').first().waitFor();
    },
  },
  {
    screen: 'a connection that fails',
    path: '/git',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Connection…' }).click();
      await page.getByLabel('Branch').waitFor();
      await page.getByRole('button', { name: 'Save and test' }).click();
      await page.getByText('Set a new one.').waitFor();
    },
  },
  {
    screen: 'no Git Sync',
    path: '/git',
    isEmpty: true,
    ready: (page) => page.getByRole('button', { name: 'Connect a repository…' }).waitFor(),
  },
  {
    screen: 'the slots of a DAG',
    path: '/dags/orders-nightly/schedule',
    ready: (page) => page.getByRole('button', { name: /^Why/ }).first().waitFor(),
  },
  {
    screen: 'the next slots beside the editor',
    path: '/dags/orders-nightly',
    ready: (page) => page.getByText(/does not exist on this day/).waitFor(),
  },
  {
    screen: 'a login that was refused',
    path: '/login',
    accounts: 'nobody',
    ready: async (page) => {
      await page.getByLabel('Username').fill('ada');
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('Invalid username').waitFor();
    },
  },
  {
    screen: 'the settings of an engine without accounts',
    path: '/settings/api-keys',
    ready: async (page) => {
      await page.getByText('which are disabled').waitFor();
      await page.getByLabel('Search settings').fill('auth');
    },
  },
  {
    screen: 'the users and the menu of one',
    path: '/settings/users',
    accounts: 'admin',
    ready: async (page) => {
      await page.getByRole('button', { name: 'More actions for ada' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    screen: 'a new user',
    path: '/settings/users',
    accounts: 'admin',
    ready: (page) => page.getByRole('button', { name: 'New user' }).click(),
  },
  {
    screen: 'a webhook and its deliveries',
    path: '/settings/webhooks/orders-etl',
    accounts: 'admin',
    ready: (page) => page.getByText('Refused, 413').waitFor(),
  },
  {
    screen: 'a token that is shown once',
    path: '/settings/webhooks/fraud-backtest',
    accounts: 'admin',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await page.getByText('is not shown again').waitFor();
    },
  },
  {
    screen: 'the audit log',
    path: '/settings/audit',
    accounts: 'admin',
    ready: (page) => page.getByText('dags.rename').first().waitFor(),
  },
  {
    screen: 'the keychain',
    path: '/settings/keychain',
    accounts: 'admin',
    ready: (page) => page.getByText('Token of paris').waitFor(),
  },
  {
    screen: 'the token of a node',
    path: '/settings/nodes',
    accounts: 'admin',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Set the credentials of berlin' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    screen: 'another node that is not available',
    path: '/settings/nodes',
    accounts: 'admin',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Test berlin' }).click();
      await page.getByText('0.2.0 in 42 ms').waitFor();
      await page
        .getByRole('row', { name: /build-farm/ })
        .getByRole('button', { name: 'Show' })
        .click();
      await page.getByRole('link', { name: 'DAGs' }).click();
      await page.getByRole('status').getByText('is not available').waitFor();
    },
  },
  {
    screen: 'the palette',
    path: '/dags',
    ready: async (page) => {
      await page.getByText('Engine ready').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
];

/** Opens a screen and waits until it is all there. */
export async function showScreen(
  open: (options: OpenOptions) => Promise<OpenedPage>,
  { path, isEmpty, accounts, ready }: Screen,
): Promise<OpenedPage> {
  const scene = sceneOf(isEmpty, accounts);
  // What is wrong shows in a few rows as in many, and each takes its time to look at.
  const queues = scene.queues.map((queue) => ({ ...queue, queued: queue.queued.slice(0, 8) }));
  const state = { ...scene, dags: scene.dags.slice(8), runs: scene.runs.slice(0, 6), queues };
  const token = accounts === 'admin' ? { token: ADA_TOKEN } : {};
  const opened = await open({ state, path, now: THURSDAY, ...token });
  await ready(opened.page);
  return opened;
}

function sceneOf(isEmpty: boolean | undefined, accounts: Screen['accounts']) {
  if (accounts !== undefined) return aSceneWithAccounts(THURSDAY);
  return isEmpty ? anEmptyScene() : aScene(THURSDAY);
}
