import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { anEmptyScene, aScene } from './support/scene.ts';

const open = rendererPage();

const configured = 'Configured. Leave empty to keep it.';

/** The dialog of a first connection, filled in. */
async function openFirst() {
  const opened = await open({ state: anEmptyScene(), path: '/git' });
  const { page, engine } = opened;
  engine.state.sync.test = aScene().sync.test;
  await page.getByRole('button', { name: 'Connect a repository…' }).click();
  await page
    .getByRole('textbox', { name: 'Repository' })
    .fill('https://git.example.org/lake/dags.git');
  await page.getByLabel('Token', { exact: true }).last().fill('secret');
  return opened;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save and test' });
const isFocusInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.dialog') !== null);

describe('the first connection of a repository', () => {
  it('shows what the test found, also once the page behind it has changed', async () => {
    const { page, engine } = await openFirst();
    await save(page).click();
    await page.getByText('does not accept the token').waitFor();

    // What the engine tells of its new settings.
    engine.emit({ type: 'sync.changed', activity: '', phase: '', done: 0, total: 0 });
    await page.locator('h1', { hasText: /^main$/ }).waitFor({ state: 'attached' });

    expect(await page.locator('.connection-checks li').count()).toBe(5);
    expect(await page.getByText('does not accept the token').isVisible()).toBe(true);
  });

  it('shows the whole line of an unknown host, which can be copied', async () => {
    const state = aScene();
    const line = `[git.example.org]:2222 ssh-ed25519 ${'AAAAC3NzaC1lZDI1NTE5AAAAI'.repeat(4)}`;
    const message = `The host key is not known. Add this line to ~/.ssh/known_hosts: \`${line}\``;
    state.sync.test = { success: false, error: message, checks: [] };
    state.sync.test.checks = [{ name: 'host', state: 'failed', message }];
    const { page } = await open({ state, path: '/git', width: 900 });
    await page.getByRole('button', { name: 'Connection…' }).first().click();
    await page.getByRole('button', { name: 'Save and test' }).click();

    const check = page.getByRole('listitem').filter({ hasText: 'host key is not known' });
    await check.getByRole('button', { name: 'Copy the line' }).waitFor();

    const whole = await check.locator('.mono').evaluate((text) => {
      const dialog = text.closest('.dialog')?.getBoundingClientRect();
      const { right } = text.getBoundingClientRect();
      return { text: text.textContent, isInside: dialog !== undefined && right <= dialog.right };
    });
    expect(whole).toEqual({ text: line, isInside: true });
  });

  it('says of no secret that it is configured', async () => {
    const { page } = await openFirst();
    await page.getByText('Stored in the keychain').waitFor();
    expect(await page.getByText(configured).count()).toBe(0);

    await page.getByRole('tab', { name: 'SSH key' }).click();

    await page.getByLabel('Passphrase').waitFor();
    await page.getByText('Stored in the keychain').waitFor();
    expect(await page.getByText(configured).count()).toBe(0);
  });

  it('is told before what a pulled DAG does in the app, and on a server', async () => {
    const { page } = await open({ state: anEmptyScene(), path: '/git' });
    const start = page.locator('.empty-state');

    await start.getByText(/In the desktop app, .* only after you accept it/).waitFor();
    await start.getByText(/on a server, it runs at once/).waitFor();
  });
});

describe('the dialog of a connection', () => {
  it('says which secret is configured', async () => {
    const { page } = await open({ state: aScene(), path: '/git' });
    await page.getByRole('button', { name: 'Connection…' }).click();

    await page.getByText(configured).waitFor();
  });

  it('keeps what was written before its settings were there', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git' });
    const { promise: allowed, resolve: answer } = Promise.withResolvers<void>();
    engine.state.held.set('sync.getConfig', allowed);
    await page.getByRole('button', { name: 'Connection…' }).click();
    const branch = page.getByRole('textbox', { name: 'Branch' });
    await branch.fill('mine');

    answer();

    await page.getByText(configured).waitFor();
    expect(await branch.inputValue()).toBe('mine');
    expect(await page.getByRole('textbox', { name: 'Repository' }).inputValue()).toContain('https');
  });

  it('closes with Escape after a test', async () => {
    const { page } = await openFirst();
    await save(page).click();
    await page.getByText('does not accept the token').waitFor();
    await save(page).waitFor();
    expect(await isFocusInDialog(page)).toBe(true);

    await page.keyboard.press('Escape');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('closes with Escape after what it asked for was refused', async () => {
    const { page, engine } = await openFirst();
    engine.state.refusals.set('sync.setConfig', 'branch: is not a name of a branch');
    await save(page).click();
    await page.getByRole('alert').getByText('is not a name of a branch').waitFor();
    await save(page).waitFor();
    expect(await isFocusInDialog(page)).toBe(true);

    await page.keyboard.press('Escape');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('closes with Escape after a refusal to disconnect', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git' });
    engine.state.refusals.set('sync.setConfig', 'config.yaml cannot be written');
    await page.getByRole('button', { name: 'Connection…' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('alert').getByText('config.yaml cannot be written').waitFor();
    await save(page).waitFor();

    await page.keyboard.press('Escape');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('leaves the focus on the page once it has closed, and so does its note', async () => {
    const { page, engine } = await openFirst();
    const hasPage = () => page.evaluate(() => document.activeElement?.tagName === 'MAIN');
    await save(page).click();
    await page.getByText('does not accept the token').waitFor();
    engine.emit({ type: 'sync.changed', activity: '', phase: '', done: 0, total: 0 });
    await page.locator('h1', { hasText: /^main$/ }).waitFor({ state: 'attached' });

    await page.keyboard.press('Escape');
    await eventually(hasPage);

    await page.getByRole('button', { name: 'Pull' }).press('Enter');
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await eventually(hasPage);
  });

  it('asks once, however often its button is pressed meanwhile', async () => {
    const { page, engine } = await openFirst();
    const { promise: allowed, resolve: answer } = Promise.withResolvers<void>();
    engine.state.held.set('sync.testConnection', allowed);
    await save(page).click();
    const button = page.getByRole('button', { name: 'Testing…' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');

    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    answer();

    await page.getByText('does not accept the token').waitFor();
    await eventually(() => isFocusInDialog(page));
    const asked = engine.state.calls.filter(({ name }) => name === 'sync.setConfig');
    expect(asked).toHaveLength(1);
  });
});
