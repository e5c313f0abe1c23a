import type { Page } from 'playwright-core';
import type { Shot } from './shot.ts';

const path = '/dags/pg-backup';

async function typeHalf(view: Page): Promise<void> {
  await view.locator('.cm-content').click();
  await view.keyboard.press('Control+Home');
  await view.keyboard.type('# half done\n');
}

const THEIRS = `schedule: 30 2 * * *
steps:
  - name: hello
    command: echo theirs
  - name: copy
    command: rsync -a /backup ssh://backup.example.com/
`;

/** Puts another text on the disk, as a second window does, and tries to save over it. */
async function saveOverAnother(view: Page): Promise<void> {
  await typeHalf(view);
  await view.evaluate(
    (spec) =>
      fetch('/api/v1/dags/pg-backup/spec', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ spec }),
      }),
    THEIRS,
  );
  await view.keyboard.press('Control+s');
  await view.getByText('Not saved: the file changed on disk').waitFor();
}

/** What was typed and not saved, and what somebody else saved meanwhile. */
export const draftShots: readonly Shot[] = [
  {
    name: 'dag-draft',
    path,
    act: async (view) => {
      await typeHalf(view);
      await view.reload();
      await view.getByText(/are back/).waitFor();
    },
  },
  {
    name: 'dags-draft',
    path,
    act: async (view) => {
      await typeHalf(view);
      await view.getByRole('link', { name: 'DAGs' }).first().click();
      await view.getByText('Draft', { exact: true }).waitFor();
    },
  },
  { name: 'dag-conflict', path, act: saveOverAnother },
  {
    name: 'dag-compare',
    path,
    act: async (view) => {
      await saveOverAnother(view);
      await view.getByRole('button', { name: 'Compare…' }).click();
      await view.locator('.merge .cm-changedText').first().waitFor();
      await view.locator('.change-line').first().waitFor();
    },
  },
];
