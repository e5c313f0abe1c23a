import type { Page } from 'playwright-core';
import {
  ENDED_RUN,
  RELEASE_RUN,
  UNMET_RUN,
  WAITING_SUB_RUN,
} from '../support/language-fixtures.ts';
import { ORDERS_RUN } from '../support/run-fixtures.ts';
import { accessShots } from './access-shots.ts';
import { draftShots } from './draft-shots.ts';
import { gitShots } from './git-shots.ts';
import { hostileShots } from './hostile-shots.ts';
import { THURSDAY, type Shot } from './shot.ts';

const run = `/runs/orders-etl/${ORDERS_RUN}`;
const ready = {
  dags: (view: Page) => view.getByText('orders-nightly').waitFor(),
  run: async (view: Page) => {
    await view.locator('.log-line').first().waitFor();
  },
};
const olderFile = (name: string, text: string) => ({
  ...{ name: `${name}.yaml`, mimeType: 'application/yaml', buffer: Buffer.from(text) },
});
/** Definitions of an earlier form: to create, to replace, and to fix first. */
const olderFiles = [
  olderFile(
    'cleanup',
    '# Cleans up at night.\nschedule: "30 2 * * *"\nlogDir: /var/log/jobs # shared\nsteps:\n  - name: clean\n    command: rm -rf /tmp/old\n',
  ),
  olderFile('orders-etl', 'logDir: /tmp\nsteps:\n  - echo other\n'),
  olderFile('very-old', 'logDir: /tmp\nfunctions: []\nsteps:\n  - echo other\n'),
];

/** Every screen, each in the state in which it says most, and in its rarer ones. */
export const shots: readonly Shot[] = [
  { name: 'dags', path: '/dags', act: ready.dags },
  {
    name: 'dags-selected',
    path: '/dags?q=tag:env=prod',
    act: async (view) => {
      await ready.dags(view);
      await view.getByRole('checkbox', { name: 'Select dbt-marts' }).click({ force: true });
      await view.getByRole('button', { name: 'Run orders-etl' }).click();
      await view.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dags-tags',
    path: '/dags?q=tag:env=prod',
    act: async (view) => {
      await ready.dags(view);
      await view.getByRole('checkbox', { name: 'Select all DAGs' }).click();
      await view.getByRole('button', { name: 'Suspend', exact: true }).click();
      await view.locator('.toast').waitFor();
      await view.getByRole('button', { name: 'Tags…' }).click();
      await view.getByRole('textbox', { name: 'Add tags' }).waitFor();
    },
  },
  {
    name: 'dags-toast',
    path: '/dags?q=orders',
    act: async (view) => {
      await ready.dags(view);
      await view.getByRole('checkbox', { name: 'Select all DAGs' }).click();
      await view.getByRole('button', { name: 'Suspend', exact: true }).click();
      await view.locator('.toast').waitFor();
    },
  },
  {
    name: 'import',
    path: '/dags?import=yes',
    act: async (view) => {
      await view.getByLabel('Or paste a definition').fill('logDir: /tmp\nsteps: [echo]\n');
      await view.getByLabel('Name of the pasted DAG').waitFor();
    },
  },
  {
    name: 'import-plan',
    path: '/dags?import=yes',
    act: async (view) => {
      await view.locator('input[type=file]').setInputFiles(olderFiles);
      await view.getByRole('button', { name: 'Show' }).click();
      await view.locator('.dialog .cm-deletedChunk').first().waitFor();
    },
  },
  {
    name: 'import-problem',
    path: '/dags?import=yes',
    act: async (view) => {
      await view.locator('input[type=file]').setInputFiles(olderFiles);
      await view.getByRole('button', { name: 'Show' }).click();
      await view.getByRole('button', { name: /very-old/ }).click();
      await view.getByText('Line 2: unknown key').waitFor();
    },
  },
  {
    name: 'empty',
    path: '/dags',
    isEmpty: true,
    act: (view) => view.getByText('No DAGs yet').waitFor(),
  },
  {
    name: 'unhealthy',
    path: '/dags',
    problem:
      'The database /home/ada/.local/share/dagwright/data/engine.db was removed while the engine was using it. No new work is ' +
      'accepted, and no further step begins. What it held at 2026-11-19T08:42:00.000Z is saved in ' +
      '/home/ada/.local/share/dagwright/data/engine.db.rescued-20261119T084200Z. Stop the engine: as it ends it puts the ' +
      'database back.',
    act: (view) => view.getByRole('alert').waitFor(),
  },
  {
    name: 'deletion-waits',
    path: '/dags',
    notice:
      'Nothing is deleted for its age until 2026-11-20T08:42:00.000Z: the clock says 2026-11-19T08:42:00.000Z, which is 31 hours ' +
      'more than this home can account for. If the time is right, there is nothing to do. If it is wrong, set the clock, and ' +
      'enable time synchronization.',
    act: (view) => view.getByRole('alert').waitFor(),
  },
  {
    name: 'run',
    path: `${run}?step=score-fraud`,
    act: async (view, isNarrow) => {
      await ready.run(view);
      if (!isNarrow)
        await view
          .getByRole('button', { name: /^score-fraud/ })
          .first()
          .waitFor();
    },
  },
  {
    name: 'timeline',
    path: `${run}?step=score-fraud`,
    act: async (view) => {
      await ready.run(view);
      await view.getByRole('tab', { name: 'Timeline' }).click();
      await view.locator('.timeline').waitFor();
    },
  },
  {
    name: 'outputs',
    path: run,
    act: async (view) => {
      await ready.run(view);
      await view.getByRole('tab', { name: 'Outputs' }).click();
      await view.getByText('rowCount').waitFor();
      await view.keyboard.press('s');
      await view.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'dag',
    path: '/dags/orders-etl',
    act: async (view, isNarrow) => {
      await view.locator('.problem').first().click();
      await view.locator('.problem-zone').waitFor();
      if (!isNarrow) await view.locator('.graph-node').first().waitFor();
    },
  },
  {
    name: 'dag-runs',
    path: '/dags/orders-etl/runs',
    act: (view) => view.locator('.history-grid td a').first().waitFor(),
  },
  {
    name: 'runs',
    path: '/runs',
    act: (view) => view.getByText('019a9b2e').first().waitFor({ state: 'attached' }),
  },
  {
    name: 'release',
    path: `/runs/release-train/${RELEASE_RUN}?step=legal`,
    act: async (view, isNarrow) => {
      await view.getByRole('form', { name: 'Decision for legal' }).waitFor();
      // The graph is laid out by a worker.
      if (!isNarrow) await view.locator('.graph-node').first().waitFor();
    },
  },
  {
    name: 'release-steps',
    path: `/runs/release-train/${RELEASE_RUN}?step=freeze`,
    act: async (view, isNarrow) => {
      await view.getByRole('group', { name: 'Decision' }).waitFor();
      if (!isNarrow) await view.locator('.graph-node').first().waitFor();
      await view.locator('.step-tree').evaluate((tree) => {
        tree.scrollTop = tree.scrollHeight;
      });
    },
  },
  {
    name: 'sub-run',
    path: `/runs/release-train/${RELEASE_RUN}/sub/deploy-region/${WAITING_SUB_RUN}`,
    act: async (view) => {
      await view.getByRole('button', { name: 'Reject…' }).click();
      await view.getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'step-details',
    path: `/runs/release-train/${ENDED_RUN}?step=build`,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Step', exact: true }).click();
      await view.getByRole('cell', { name: 'retry' }).first().waitFor();
      await view.getByText('SIGNING_KEY').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'attempts-timeline',
    path: `/runs/release-train/${ENDED_RUN}?step=build`,
    act: async (view) => {
      await view.getByRole('button', { name: 'More actions for release-train' }).click();
      await view.getByRole('menuitem').first().waitFor();
      await view.keyboard.press('Escape');
      await view.getByRole('tab', { name: 'Timeline' }).click();
      await view.locator('.attempt-line').waitFor({ state: 'attached' });
      await view.getByRole('button', { name: 'More actions for release-train' }).click();
    },
  },
  {
    name: 'run-definition',
    path: `/runs/release-train/${UNMET_RUN}`,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Definition' }).click();
      await view.locator('.cm-content').waitFor();
    },
  },
  {
    name: 'dry-run',
    path: '/dags/orders-etl',
    act: async (view) => {
      await view.getByRole('button', { name: 'More actions for orders-etl' }).click();
      await view.getByRole('menuitem', { name: /Dry run/ }).click();
      await view.getByText('check-sources --date').last().waitFor();
    },
  },
  {
    name: 'locked-params',
    path: '/dags/fraud-backtest',
    act: async (view) => {
      await view.getByRole('button', { name: 'Run…', exact: true }).click();
      await view.getByText('disable_param_edit').waitFor();
    },
  },
  {
    name: 'schedule',
    path: '/schedule?day=2026-11-16',
    now: THURSDAY,
    act: (view) =>
      view
        .getByRole('button', { name: /^orders-nightly/ })
        .first()
        .waitFor(),
  },
  {
    name: 'schedule-why',
    path: '/schedule?day=2026-11-16',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: /^orders-nightly, Wed.*Missed/ }).click();
      await view.getByText('went to sleep').waitFor();
    },
  },
  {
    name: 'schedule-fold',
    path: '/schedule?day=2026-11-20',
    now: THURSDAY,
    act: async (view) => {
      await view
        .getByRole('button', { name: /more at about/ })
        .first()
        .click();
      await view.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'schedule-due',
    path: '/schedule?day=2027-03-28',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: /^orders-nightly, Sun 28 March/ }).click();
      await view.getByText(/does not exist/).waitFor();
    },
  },
  {
    name: 'schedule-list',
    path: '/schedule?view=list',
    now: THURSDAY,
    act: (view) => view.getByText('is now').waitFor({ state: 'attached' }),
  },
  {
    name: 'schedule-empty',
    path: '/schedule',
    isEmpty: true,
    act: (view) => view.getByText('No DAG has a schedule').waitFor(),
  },
  {
    name: 'schedule-nothing',
    path: '/schedule?day=2020-01-01',
    now: THURSDAY,
    act: (view) => view.getByText('Nothing was due').waitFor(),
  },
  {
    name: 'queues',
    path: '/queues',
    now: THURSDAY,
    act: async (view) => {
      await view.getByText('42 more waiting').waitFor();
      await view.getByRole('row').filter({ hasText: 'refunds-backfill' }).hover();
    },
  },
  {
    name: 'queues-remove',
    path: '/queues',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: 'More actions for refunds-backfill' }).click();
      await view.getByRole('menuitem', { name: 'Remove from queue…' }).click();
      await view.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'queues-empty',
    path: '/queues',
    isEmpty: true,
    act: (view) => view.getByText('Nothing is queued').waitFor(),
  },
  {
    name: 'dag-schedule',
    path: '/dags/orders-nightly/schedule',
    now: THURSDAY,
    act: (view) => view.getByRole('button', { name: /^Why/ }).first().waitFor(),
  },
  {
    name: 'dag-schedule-why',
    path: '/dags/snapshot-compare/schedule?fate=skipped',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: /^Why/ }).nth(2).click();
      await view.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dag-next',
    path: '/dags/orders-nightly',
    now: THURSDAY,
    act: async (view, isNarrow) => {
      await view.getByRole('region', { name: 'Next slots' }).getByText('28 March').waitFor();
      if (!isNarrow) await view.locator('.graph-node').first().waitFor();
    },
  },
  {
    name: 'enqueue',
    path: '/dags/pg-backup',
    now: THURSDAY,
    act: async (view) => {
      await view.getByRole('button', { name: 'More ways to run' }).click();
      await view.getByRole('menuitem', { name: /Enqueue/ }).waitFor();
    },
  },
  {
    name: 'run-later',
    path: '/dags/pg-backup?run=later',
    now: THURSDAY,
    act: (view) => view.getByRole('dialog', { name: 'Run pg-backup' }).waitFor(),
  },
  {
    name: 'usage',
    path: `${run}?step=extract-orders`,
    act: async (view) => {
      await view.getByRole('tab', { name: 'Step', exact: true }).click();
      await view.getByText('Peak memory').last().waitFor();
    },
  },
  {
    name: 'palette',
    path: '/dags',
    act: async (view) => {
      await ready.dags(view);
      await view.keyboard.press('Control+k');
      await view.keyboard.type('ord');
      await view.getByText('Run orders-etl').first().waitFor();
    },
  },
  ...accessShots,
  ...draftShots,
  ...gitShots,
  ...hostileShots,
];
