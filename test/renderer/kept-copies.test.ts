import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

async function openKept(state = aScene()) {
  const opened = await open({ state, path: '/git/currency-rates' });
  await opened.page.getByRole('button', { name: 'Kept copies…' }).click();
  const dialog = opened.page.getByRole('dialog', { name: 'Kept copies' });
  await dialog.waitFor();
  return { ...opened, dialog };
}

describe('the kept copies', () => {
  it('say what, when, why and how large, and what differs from today', async () => {
    const { dialog } = await openKept();

    await dialog.getByText(/Discarded 2.?h ago · \d+ bytes/).waitFor();
    await dialog.getByText(/Removed by a pull .* ago/).waitFor();
    await dialog.locator('.cm-deletedChunk').first().waitFor();

    expect(await dialog.locator('.cm-content').innerText()).toContain('extract.sh --fast');
    expect(await dialog.locator('.cm-deletedChunk').allInnerTexts()).toContainEqual(
      expect.stringContaining('1200'),
    );
  });

  it('are chosen and restored by keyboard, and the item is shown then', async () => {
    const { page, engine, dialog } = await openKept();
    await dialog.getByRole('radio', { name: /orders-nightly/ }).focus();

    await page.keyboard.press('ArrowDown');
    await dialog.getByText('The file no longer exists.').waitFor();
    await page.keyboard.press('ArrowUp');
    await dialog.locator('.cm-deletedChunk').first().waitFor();
    await dialog.getByRole('button', { name: 'Restore' }).focus();
    await page.keyboard.press('Enter');

    await page.getByText('orders-nightly.yaml is restored.').waitFor();
    await page.getByRole('heading', { name: 'orders-nightly.yaml' }).waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.restore');
    expect(asked?.input).toEqual({ keptId: engine.state.sync.kept[0]?.keptId });
  });

  it('that cannot be restored stay, and say why', async () => {
    const state = aScene();
    state.refusals.set('sync.restore', 'orders-nightly is being edited right now.');
    const { dialog } = await openKept(state);
    await dialog.locator('.cm-deletedChunk').first().waitFor();

    await dialog.getByRole('button', { name: 'Restore' }).click();

    await dialog.getByText('orders-nightly is being edited right now.').waitFor();
  });

  it('may be none', async () => {
    const state = aScene();
    state.sync.kept = [];
    const { dialog } = await openKept(state);

    await dialog.getByText('Nothing was replaced or removed').waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
  });

  it('are looked at, and not restored, where the connection is read-only', async () => {
    const state = aScene();
    state.sync.status = { ...state.sync.status, readOnly: true };
    const { dialog } = await openKept(state);
    await dialog.locator('.cm-deletedChunk').first().waitFor();

    expect(await dialog.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
  });
});
