import {
  aHostileScene,
  aHostileSceneWithAccounts,
  HOSTILE_RUN,
  hostileTexts,
} from '../support/hostile-scene.ts';
import { THURSDAY, type Shot } from './shot.ts';

const hostile = { scene: aHostileScene, now: THURSDAY };
const admin = { scene: aHostileSceneWithAccounts, accounts: 'admin', now: THURSDAY } as const;
const run = `/runs/${hostileTexts.long}/${HOSTILE_RUN}`;
const gate = encodeURIComponent(hostileTexts.override);

/** Screens whose texts are long, turn their direction, or look like markup. */
export const hostileShots: readonly Shot[] = [
  {
    name: 'hostile-dags',
    path: '/dags',
    ...hostile,
    act: (view) => view.getByText(hostileTexts.rtl).first().waitFor(),
  },
  {
    name: 'hostile-dag',
    path: '/dags/hostile-0',
    ...hostile,
    act: async (view) => {
      await view.locator('.cm-content').waitFor();
      await view.locator('.problem').first().click();
      await view.locator('.problem-zone').waitFor();
    },
  },
  {
    name: 'hostile-params',
    path: '/dags/hostile-0',
    ...hostile,
    act: async (view) => {
      await view.locator('.cm-content').waitFor();
      await view.getByRole('button', { name: 'Run…', exact: true }).click();
      await view.locator('.params-form').waitFor();
    },
  },
  {
    name: 'hostile-history',
    path: '/dags/hostile-0/runs',
    ...hostile,
    act: (view) => view.getByText('hostile-run').first().waitFor({ state: 'attached' }),
  },
  {
    name: 'hostile-runs',
    path: '/runs',
    ...hostile,
    act: (view) => view.getByText(hostileTexts.rtl).first().waitFor(),
  },
  {
    name: 'hostile-run',
    path: run,
    ...hostile,
    act: (view) => view.locator('.log-line').first().waitFor(),
  },
  {
    name: 'hostile-timeline',
    path: run,
    ...hostile,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Timeline' }).click();
      await view.locator('.timeline').waitFor();
    },
  },
  {
    name: 'hostile-outputs',
    path: run,
    ...hostile,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Outputs' }).click();
      await view.locator('.outputs').waitFor();
    },
  },
  {
    name: 'hostile-gate',
    path: `${run}?step=${gate}`,
    ...hostile,
    act: (view) => view.getByRole('form').first().waitFor(),
  },
  {
    name: 'hostile-step',
    path: `${run}?step=${gate}`,
    ...hostile,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Step', exact: true }).click();
      await view.locator('.step-details').waitFor();
    },
  },
  {
    name: 'hostile-schedule',
    path: '/schedule',
    ...hostile,
    act: (view) => view.locator('.slot-chip').first().waitFor(),
  },
  {
    name: 'hostile-schedule-list',
    path: '/schedule?view=list',
    ...hostile,
    act: (view) => view.getByText('is now').waitFor({ state: 'attached' }),
  },
  {
    name: 'hostile-queues',
    path: '/queues',
    ...hostile,
    act: (view) => view.locator('.queue-item').first().waitFor(),
  },
  {
    name: 'hostile-palette',
    path: '/dags',
    ...hostile,
    act: async (view) => {
      await view.getByText(hostileTexts.rtl).first().waitFor();
      await view.keyboard.press('Control+k');
      await view.getByRole('option').nth(1).waitFor();
    },
  },
  {
    name: 'hostile-users',
    path: '/settings/users',
    ...admin,
    act: (view) => view.getByRole('row').nth(6).waitFor(),
  },
  {
    name: 'hostile-api-keys',
    path: '/settings/api-keys',
    ...admin,
    act: (view) => view.getByRole('row').nth(6).waitFor(),
  },
  {
    name: 'hostile-audit',
    path: '/settings/audit',
    ...admin,
    act: (view) => view.getByRole('row').nth(6).waitFor(),
  },
  {
    name: 'hostile-nodes',
    path: '/settings/nodes',
    ...admin,
    act: (view) => view.getByRole('row').nth(3).waitFor(),
  },
];
