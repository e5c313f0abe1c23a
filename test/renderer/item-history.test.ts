import { describe, expect, it } from 'vitest';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

async function openHistory(state = aScene()) {
  const opened = await open({ state, path: '/git/orders-nightly' });
  await opened.page.getByRole('tab', { name: 'History' }).click();
  await opened.page.getByText('From 41b7aa20 to 9dfcd56e').waitFor();
  return opened;
}

describe('the history of an item', () => {
  it('shows what the newest commit changed, and then what another one did', async () => {
    const { page } = await openHistory();
    const gone = page.locator('.cm-deletedChunk');
    const isGone = (text: string) =>
      eventually(async () => (await gone.allInnerTexts()).join('\n').trim() === text);
    await isGone('description: Loads the orders of the day.');

    await page.getByRole('button', { name: 'Show what 41b7aa20 changed' }).click();
    await page.getByText('From 8f3c21a0 to 41b7aa20').waitFor();
    await isGone('timeout_sec: 600');

    await page.getByRole('button', { name: 'Show what 8f3c21a0 changed' }).click();
    await page.getByText('What 8f3c21a0 added').waitFor();
  });

  it('compares any two commits, chosen by keyboard alone, in both looks', async () => {
    const { page } = await openHistory();

    await page.getByRole('radio', { name: 'From 41b7aa20' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('From 8f3c21a0 to 9dfcd56e').waitFor();
    await eventually(async () => (await page.locator('.cm-deletedChunk').count()) === 2);
    await page.getByRole('tab', { name: 'Side by side' }).focus();
    await page.getByRole('tab', { name: 'Side by side' }).click();

    const before = page.locator('.cm-content[aria-label="8f3c21a0"]');
    await before.waitFor();
    expect(await before.innerText()).toContain('600');
    expect(await page.locator('.cm-content[aria-label="9dfcd56e"]').innerText()).toContain('900');
  });

  it('says where a commit is the same as itself', async () => {
    const { page } = await openHistory();

    await page.getByRole('radio', { name: 'From 9dfcd56e' }).click();

    await page.getByText('The text is the same at both.').waitFor();
  });

  it('may be none', async () => {
    const state = aScene();
    state.sync.commits = [];
    const { page } = await open({ state, path: '/git/orders-nightly' });

    await page.getByRole('tab', { name: 'History' }).click();

    await page.getByText('No commit has changed this file.').waitFor();
  });
});
