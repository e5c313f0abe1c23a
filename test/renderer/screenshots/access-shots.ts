import { THURSDAY, type Shot } from './shot.ts';

const admin = { accounts: 'admin', now: THURSDAY } as const;

/** Settings, login, and other nodes. */
export const accessShots: readonly Shot[] = [
  {
    name: 'login',
    path: '/dags',
    accounts: 'nobody',
    act: async (view) => {
      await view.getByLabel('Username').fill('ada');
      await view.getByLabel('Password').fill('wrong');
      await view.keyboard.press('Enter');
      await view.getByText('Invalid username').waitFor();
    },
  },
  {
    name: 'setup',
    path: '/login',
    accounts: 'new',
    act: async (view) => {
      await view.getByLabel('Username').fill('ada');
      await view.getByRole('button', { name: 'Create administrator' }).click();
      await view.getByText('at least 8').waitFor();
    },
  },
  {
    name: 'settings',
    path: '/settings',
    act: (view) => view.getByRole('heading', { name: 'Window' }).waitFor(),
  },
  {
    name: 'settings-search',
    path: '/settings/users',
    now: THURSDAY,
    act: async (view) => {
      await view.getByText('which are disabled').waitFor();
      await view.getByLabel('Search settings').fill('auth');
    },
  },
  {
    name: 'users',
    path: '/settings/users',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'More actions for ada' }).click();
      await view.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'new-user',
    path: '/settings/users',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'New user' }).click();
      await view.getByLabel('Username').fill('kim');
      await view.getByRole('radio', { name: 'operator' }).click({ force: true });
    },
  },
  {
    name: 'api-keys',
    path: '/settings/api-keys',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'More actions for deploy-bot' }).click();
      await view.getByRole('menuitem', { name: 'Delete…' }).click();
      await view.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'made-key',
    path: '/settings/api-keys',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'New API key' }).click();
      await view.getByLabel('Name').fill('nightly-report');
      await view.getByRole('button', { name: 'Create API key' }).click();
      await view.getByText('is not shown again').waitFor();
    },
  },
  {
    name: 'webhooks',
    path: '/settings/webhooks',
    ...admin,
    act: (view) => view.getByRole('link', { name: 'release-train' }).waitFor(),
  },
  {
    name: 'new-webhook',
    path: '/settings/webhooks',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'New webhook' }).click();
      await view.getByRole('combobox', { name: 'DAG' }).fill('o');
      await view.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'webhook',
    path: '/settings/webhooks/orders-etl',
    ...admin,
    act: (view) => view.getByText('Refused, 413').waitFor(),
  },
  {
    name: 'webhook-test',
    path: '/settings/webhooks/pg-backup',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Send test delivery' }).click();
      await view.getByText('webhook is disabled').first().waitFor();
      await view.getByRole('heading', { name: 'Deliveries' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'webhook-token',
    path: '/settings/webhooks/fraud-backtest',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Create webhook' }).click();
      await view.getByText('is not shown again').waitFor();
    },
  },
  {
    name: 'signature',
    path: '/settings/webhooks/orders-etl',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Edit…' }).click();
      await view.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'audit',
    path: '/settings/audit',
    ...admin,
    act: (view) => view.getByText('dags.rename').first().waitFor(),
  },
  {
    name: 'nodes',
    path: '/settings/nodes',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Test berlin' }).click();
      await view.getByRole('button', { name: 'Test build-farm' }).click();
      await view.getByText('is not available').waitFor();
    },
  },
  {
    name: 'node-token',
    path: '/settings/nodes',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Set the credentials of berlin' }).click();
      await view.getByLabel('Token', { exact: true }).fill('svc_1234');
    },
  },
  {
    name: 'keychain',
    path: '/settings/keychain',
    ...admin,
    act: (view) => view.getByText('Token of paris').waitFor(),
  },
  {
    name: 'keychain-forget',
    path: '/settings/keychain',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Remove Signing secret of the engine' }).click();
      await view.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'keychain-empty',
    path: '/settings/keychain',
    act: (view) => view.getByText('No entries yet').waitFor(),
  },
  {
    name: 'other-node',
    path: '/dags',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Node: This engine' }).click();
      await view.getByRole('menuitem', { name: /berlin/ }).click();
      await view.getByText('Showing node').waitFor();
      await view.getByRole('button', { name: 'Node: berlin' }).click();
    },
  },
  {
    name: 'lost-node',
    path: '/dags',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Node: This engine' }).click();
      await view.getByRole('menuitem', { name: /build-farm/ }).click();
      await view.getByRole('status').getByText('is not available').waitFor();
    },
  },
  {
    name: 'account',
    path: '/dags',
    ...admin,
    act: async (view) => {
      await view.getByRole('button', { name: 'Account: ada admin' }).click();
      await view.getByRole('menuitem', { name: /Log out/ }).waitFor();
    },
  },
];
