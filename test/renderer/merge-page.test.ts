import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

async function openMerge(state = aScene()) {
  const opened = await open({ state, path: '/git/reports%2Fweekly-report' });
  await opened.page.getByRole('button', { name: 'Merge…' }).click();
  await opened.page.getByText('2 of 2 conflicts left').waitFor();
  return opened;
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Merged text' });
const save = (page: Page) => page.getByRole('button', { name: 'Save merge' });

describe('the merge of a conflict', () => {
  it('is decided by mouse, undone, decided again, and saved', async () => {
    const { page, engine } = await openMerge();
    expect(await save(page).isDisabled()).toBe(true);
    await page.getByText('Resolve 2 conflicts to save.').waitFor();

    await page.getByRole('button', { name: 'Use theirs, conflict 1' }).click();
    await page.getByText('1 of 2 conflicts left').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('2 of 2 conflicts left').waitFor();
    await page.getByRole('button', { name: 'Use mine, conflict 1' }).click();
    await page.getByRole('button', { name: 'Use both, conflict 1' }).click();
    await page.getByText('All conflicts are resolved').waitFor();
    await page.getByText('No problems').waitFor();
    await save(page).click();

    await page.getByText('reports/weekly-report is merged. Publish it').waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.resolve');
    expect(asked?.input).toEqual({
      itemId: 'reports/weekly-report',
      localHash: 'b2',
      remoteHash: 'c3',
      content: [
        'description: Loads the reports of the day.',
        'schedule: "0 3 * * *"',
        'type: graph',
        'steps:',
        '  - name: extract',
        '    command: ./extract.sh',
        '    retry_policy: { limit: 3, interval_sec: 30 }',
        '  - name: load-mart',
        '    command: psql -f sql/load.sql',
        '    depends: [extract]',
        '    timeout_sec: 1200',
        '    timeout_sec: 900',
        '  - name: count-returns',
        '    command: ./returns.sh',
        '',
      ].join('\n'),
    });
    await page.getByText('4 of 5 changes').waitFor();
  });

  it('is decided by keyboard alone, from conflict to conflict', async () => {
    const { page, engine } = await openMerge();

    await page.keyboard.press('F7');
    await page.keyboard.press('Alt+t');
    await page.getByText('1 of 2 conflicts left').waitFor();
    await page.keyboard.press('Alt+m');
    await page.getByText('All conflicts are resolved').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# both');
    await save(page).focus();
    await page.keyboard.press('Enter');

    await page.getByText('is merged. Publish it').waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.resolve');
    const { content } = asked?.input as { readonly content: string };
    expect(content).toContain('reports of the day');
    expect(content).toContain('count-returns');
    expect(content).toMatch(/# both$/);
  });

  it('goes to the conflict before and after, and around', async () => {
    const { page } = await openMerge();
    const line = page.locator('.cm-activeLine');

    const seen: string[] = [];
    for (const key of ['F7', 'F7', 'Shift+F7']) {
      await page.keyboard.press(key);
      seen.push(await line.innerText());
    }
    await page.getByRole('button', { name: 'Next conflict' }).click();
    seen.push(await line.innerText());

    const [first, second] = ['description: Loads the reports of the day.', '    timeout_sec: 1200'];
    expect(seen).toEqual([second, first, second, first]);
  });

  it('keeps its marks whole whatever is typed and deleted', async () => {
    const { page } = await openMerge();

    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# first\n');

    await page.getByText('2 of 2 conflicts left').waitFor();
    await page.keyboard.press('Alt+b');
    await page.getByText('1 of 2 conflicts left').waitFor();
    await page.keyboard.press('Alt+b');
    await page.getByText('All conflicts are resolved').waitFor();
    expect(await text(page).innerText()).not.toMatch(/[<>|=]{7}/);
  });

  it('is not saved with an error, and says where it is', async () => {
    const { page } = await openMerge();
    await page.keyboard.press('Alt+m');
    await page.keyboard.press('Alt+m');

    await page.keyboard.press('Control+End');
    await page.keyboard.type('comand: x');
    await page.getByText('Fix 1 error to save.').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: /Unknown key/ }).click();
    await page.locator('.problem-zone').waitFor();
  });

  it('is there again after another page, and begins again on demand', async () => {
    const { page } = await openMerge();
    await page.keyboard.press('Alt+m');
    await page.getByText('1 of 2 conflicts left').waitFor();

    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Merge…' }).click();
    await page.getByText('1 of 2 conflicts left').waitFor();
    await page.getByText('Your earlier merge is back.').waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();

    await page.getByText('2 of 2 conflicts left').waitFor();
  });

  it('that is refused keeps what was decided, and says why', async () => {
    const state = aScene();
    state.refusals.set('sync.resolve', 'The text on the remote has changed. Merge again.');
    const { page } = await openMerge(state);
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Alt+t');
    await page.getByText('No problems').waitFor();

    await save(page).click();

    await page.getByText('The text on the remote has changed').waitFor();
    expect(await text(page).innerText()).toContain('orders of the week');
  });

  it('says that a side has changed meanwhile', async () => {
    const state = aScene();
    const items = state.sync.status.items.map((item) => ({ ...item, localHash: 'edited since' }));
    state.sync.status = { ...state.sync.status, items };
    const { page } = await openMerge(state);

    await page.getByText('The text has changed on one of the sides').waitFor();
  });

  it('names its keys in the list of keys', async () => {
    const { page } = await openMerge();
    await page.getByRole('button', { name: 'Cancel' }).focus();

    await page.keyboard.press('?');

    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Next conflict').waitFor();
    expect(await dialog.innerText()).toContain('Use both');
  });
});
