import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { RELEASE_RUN, WAITING_SUB_RUN } from './support/language-fixtures.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const release = `/runs/release-train/${RELEASE_RUN}`;
const header = (page: Page) => page.locator('.run-head');

describe('the gates of a run', () => {
  it('are named in the header, ask for their inputs, and show how they were decided', async () => {
    const { page, engine } = await open({ state: aScene(), path: release });

    await header(page).getByText('Waiting for you:').waitFor();
    await header(page).getByRole('link', { name: 'legal' }).click();
    const form = page.getByRole('form', { name: 'Decision for legal' });
    await form.getByText('May version 2026.47 be published').waitFor();
    await form.getByRole('button', { name: 'Approve' }).click();
    await form.getByText('Enter a value.').waitFor();
    expect(engine.state.calls.some((call) => call.name === 'runs.approve')).toBe(false);

    await form.getByLabel('TICKET (required)').fill('REL-9');
    await form.getByRole('button', { name: 'Approve' }).click();

    const decision = page.getByRole('group', { name: 'Decision' });
    await decision.getByText('TICKET=REL-9').waitFor();
    expect(await decision.innerText()).toContain('by local');
    const approval = engine.state.calls.find((call) => call.name === 'runs.approve');
    expect(approval?.input).toMatchObject({ stepName: 'legal', inputs: { TICKET: 'REL-9' } });
    await header(page).getByRole('link', { name: 'legal' }).waitFor({
      state: 'detached',
    });
  });

  it('are answered by the keyboard alone, by a key or from the palette', async () => {
    const { page } = await open({ state: aScene(), path: release });
    const form = page.getByRole('form', { name: 'Decision for legal' });
    await header(page).getByRole('link', { name: 'legal' }).waitFor();

    await page.keyboard.press('a');
    await form.locator('input:focus').waitFor();

    await form.locator('input:focus').blur();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('approve');
    await page.getByRole('option', { name: /Approve or reject…/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Decision for money' }).locator('button:focus').waitFor();
  });

  it('leave the address alone where the page has come to them by itself', async () => {
    const path = `${release}/sub/deploy-region/${WAITING_SUB_RUN}`;
    const { page } = await open({ state: aScene(), path });
    const form = page.getByRole('form', { name: 'Decision for confirm' });
    await form.waitFor();

    await page.keyboard.press('a');
    await form.locator('button:focus').waitFor();

    // Without a step in it, the page goes on to the next one after the answer.
    expect(new URL(page.url()).search).toBe('');
  });

  it('give the focus to the steps once they are answered', async () => {
    const { page } = await open({ state: aScene(), path: release });
    await header(page).getByRole('link', { name: 'legal' }).waitFor();

    await page.keyboard.press('a');
    await page.getByRole('form', { name: 'Decision for legal' }).locator('input:focus').waitFor();
    await page.keyboard.type('REL-9');
    await page.keyboard.press('Enter');

    await page.locator('[role="treeitem"]:focus').waitFor();
  });

  it('say at the form why the engine refused, and keep what was typed', async () => {
    const state = aScene();
    state.refusals.set('runs.approve', 'The ticket REL-9 is closed.');
    const { page } = await open({ state, path: `${release}?step=legal` });
    const form = page.getByRole('form', { name: 'Decision for legal' });

    await form.getByLabel('TICKET (required)').fill('REL-9');
    await page.keyboard.press('Enter');

    await form.getByText('The ticket REL-9 is closed.').waitFor();
    expect(await form.getByLabel('TICKET (required)').inputValue()).toBe('REL-9');
    await form.locator('input:focus').waitFor();
  });

  it('ask for a reason before they are rejected', async () => {
    const { page, engine } = await open({ state: aScene(), path: `${release}?step=money` });
    const form = page.getByRole('form', { name: 'Decision for money' });

    await form.getByRole('button', { name: 'Reject…' }).click();
    await form.getByLabel('Reason').fill('No budget.');
    await form.getByRole('button', { name: 'Reject and end run' }).click();

    await page.getByRole('group', { name: 'Decision' }).getByText('No budget.').waitFor();
    const rejection = engine.state.calls.find((call) => call.name === 'runs.reject');
    expect(rejection?.input).toMatchObject({ stepName: 'money', reason: 'No budget.' });
  });
});
