import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

describe('what was typed and is not saved', () => {
  it('takes a file with the line ends of Windows for what it is until somebody types', async () => {
    const state = aScene();
    const text = 'steps:\r\n  - name: hello\r\n    command: echo hello\r\n';
    state.specs.set('pg-backup', text);
    const { page, engine } = await open({ state, path: '/dags/pg-backup' });
    await page.getByRole('button', { name: /^hello/ }).waitFor();
    await page.getByText('pg-backup.yaml', { exact: true }).waitFor();

    const theirs = text.replaceAll('hello', 'again');
    engine.state.specs.set('pg-backup', theirs);
    engine.emit({ type: 'dag.changed', fileName: 'pg-backup', change: 'updated' });
    await page.getByRole('button', { name: /^again/ }).waitFor();
    await page.getByText('pg-backup.yaml', { exact: true }).waitFor();
  });

  it('keeps unsaved changes when the page is left and loaded again, until they are discarded', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# half done');

    await page.getByRole('link', { name: 'Runs' }).first().click();
    await page.waitForURL(/\/runs$/);
    await page.goBack();
    await page.getByText(/^Your unsaved changes from .* are back/).waitFor();
    await page.reload();
    await page.getByText('# half done').waitFor();
    expect(engine.state.specs.get('orders-etl')).not.toContain('# half done');

    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('orders-etl.yaml', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('orders-etl.yaml', { exact: true }).waitFor();
    expect(await page.locator('.cm-content').innerText()).not.toContain('# half done');
  });

  it('offers a draft to go on with or compare, and names it in the list', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/pg-backup' });
    const row = page.getByRole('row', { name: /pg-backup/ });
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# half done\n');
    await page.getByRole('link', { name: 'DAGs' }).first().click();
    await row.getByText('Draft', { exact: true }).waitFor();

    await row.getByRole('link', { name: 'pg-backup' }).click();
    await page.getByRole('button', { name: 'Compare…' }).click();
    const dialog = page.getByRole('dialog', { name: /Compare your changes/ });
    await dialog.getByRole('textbox', { name: 'Your changes' }).getByText('# half done').waitFor();
    await dialog.getByText('Nothing changes in meaning').waitFor();
    await dialog.getByRole('textbox', { name: 'Your changes' }).press('Control+Home');
    await page.keyboard.type('timeout_sec: 60\n');
    await dialog.getByText('timeout_sec: 0 → 60').waitFor();
    await dialog.getByRole('button', { name: 'Discard changes' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/are back/).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await eventually(() => engine.state.specs.get('pg-backup')?.startsWith('# half') ?? false);
    await page.getByText('pg-backup.yaml', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'DAGs' }).first().click();
    await row.waitFor();
    expect(await row.getByText('Draft', { exact: true }).count()).toBe(0);
  });

  it('never writes over what another window has typed, and asks which is kept', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/pg-backup' });
    const type = async (one: typeof page, text: string) => {
      await one.locator('.cm-content').click();
      await one.keyboard.press('Control+Home');
      await one.keyboard.type(text);
    };
    await page.locator('.cm-content').waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.locator('.cm-content').waitFor();
    const drafts = () =>
      second.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('draft')));
    await type(page, '# first\n');
    await expect.poll(async () => JSON.stringify(await drafts())).toContain('# first');

    await type(second, '# second\n');
    await second.getByText(/^Another window has unsaved changes/).waitFor();
    expect(JSON.stringify(await drafts())).toContain('# first');
    await second.getByRole('button', { name: 'Compare…' }).click();
    const dialog = second.getByRole('dialog', { name: /Compare your changes/ });
    await dialog.getByRole('textbox', { name: 'Other window' }).getByText('# first').waitFor();
    await dialog.getByRole('textbox', { name: 'Your changes' }).getByText('# second').waitFor();
    await dialog.getByRole('button', { name: 'Load the other' }).click();

    await second.getByText(/are back/).waitFor();
    await second.locator('.cm-content').getByText('# first').waitFor();
  });

  it('asks before unsaved changes are lost where no draft can be kept', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# more');
    await page.getByText('This browser cannot keep a draft.').waitFor();

    await page.getByRole('link', { name: 'Runs' }).first().click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/dags/orders-etl');

    await page.getByRole('link', { name: 'Runs' }).first().click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/\/runs$/);
  });

  it.each([
    {
      by: 'mouse',
      act: async (arrow: Locator) => {
        // What the press has taken, the click after it does not take again.
        await arrow.dispatchEvent('click', { detail: 1 });
        await arrow.click();
      },
    },
    { by: 'keyboard', act: (arrow: Locator) => arrow.press('Enter') },
  ])(
    'never saves over the change of another window, of which $by can take parts',
    async ({ act }) => {
      const { page, engine } = await open({ state: aScene(), path: '/dags/pg-backup' });
      const specs = engine.state.specs;
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('# mine\n');
      const theirs = 'steps:\n  - name: hello\n    command: echo theirs\n';
      specs.set('pg-backup', theirs);

      await page.keyboard.press('Control+s');
      await page.getByText('Not saved: the file changed on disk').waitFor();
      await page.keyboard.press('Control+s');
      expect(specs.get('pg-backup')).toBe(theirs);

      // The save that was refused leads to the choice.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Compare…');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: /Compare your changes/ });
      await dialog.getByRole('textbox', { name: 'On disk' }).getByText('echo theirs').waitFor();
      await dialog.getByRole('textbox', { name: 'Your changes' }).getByText('# mine').waitFor();
      await act(dialog.locator('.cm-merge-revert button').last());
      await page.locator('.cm-content[aria-label="Your changes"]:focus').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();

      await expect.poll(() => specs.get('pg-backup')).toBe(`# mine\n${theirs}`);
      await page.getByText('pg-backup.yaml', { exact: true }).waitFor();
    },
  );

  it('loads what another window has written instead', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/pg-backup' });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# mine');
    engine.state.specs.set('pg-backup', 'steps:\n  - name: hello\n    command: echo theirs\n');
    await page.keyboard.press('Control+s');

    await page.getByRole('button', { name: 'Load theirs' }).click();

    await page.locator('.cm-content').getByText('echo theirs').waitFor();
    // The button is gone, and whoever pressed it goes on with the text.
    await page.locator('.cm-content:focus').waitFor();
    expect(await page.locator('.cm-content').innerText()).not.toContain('# mine');
  });
});
