import { THURSDAY, type Shot } from './shot.ts';

/** Git Sync: what differs, and what is done about it. */
export const gitShots: readonly Shot[] = [
  {
    name: 'git',
    path: '/git/orders-nightly',
    now: THURSDAY,
    act: (view) => view.locator('.cm-line', { hasText: '1200' }).waitFor(),
  },
  {
    name: 'git-conflict',
    path: '/git/reports%2Fweekly-report',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Side by side' }).click();
      await view.locator('.cm-mergeView').waitFor();
    },
  },
  {
    name: 'git-merge',
    path: '/git/reports%2Fweekly-report',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: 'Merge…' }).click();
      await view.getByRole('button', { name: 'Use mine, conflict 1' }).waitFor();
    },
  },
  {
    name: 'git-merge-decided',
    path: '/git/reports%2Fweekly-report',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: 'Merge…' }).click();
      await view.getByRole('button', { name: 'Use mine, conflict 1' }).click();
      await view.getByRole('button', { name: 'Use both, conflict 1' }).click();
      await view.getByText('All conflicts are resolved').waitFor();
    },
  },
  {
    name: 'git-history',
    path: '/git/orders-nightly',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('tab', { name: 'History' }).click();
      await view.locator('.cm-deletedChunk').first().waitFor();
    },
  },
  {
    name: 'git-kept',
    path: '/git/currency-rates',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: 'Kept copies…' }).click();
      await view.locator('.dialog .cm-deletedChunk').first().waitFor();
    },
  },
  {
    name: 'git-review',
    path: '/git/new-from-robin',
    now: THURSDAY,
    act: (view) => view.getByRole('button', { name: 'Accept' }).waitFor(),
  },
  {
    name: 'git-dag',
    path: '/dags/orders-nightly',
    act: (view) => view.getByRole('link', { name: 'Publish…' }).waitFor(),
  },
  {
    name: 'git-review-changes',
    path: '/git/stock-levels',
    act: (view) => view.getByText('What you accept').waitFor(),
  },
  {
    name: 'git-connection',
    path: '/git',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: 'Connection…' }).click();
      await view.getByRole('button', { name: 'Save and test' }).click();
      await view.getByText('Set a new one.').waitFor();
    },
  },
  {
    name: 'git-empty',
    path: '/git',
    isEmpty: true,
    act: (view) => view.getByRole('button', { name: 'Connect a repository…' }).waitFor(),
  },
];
