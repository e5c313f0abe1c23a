import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const problem = 'LIMIT must be >= 1.';

describe('the form of a run', () => {
  it.each([
    ['of a DAG', '/dags/orders-etl?run', undefined],
    ['in the list of DAGs', '/dags', 'Run orders-etl'],
  ])('%s says what is wrong, and keeps what was typed', async (_where, path, button) => {
    const state = aScene();
    state.refusals.set('dags.start', problem);
    const { page, engine } = await open({ state, path });
    if (button !== undefined) await page.getByRole('button', { name: button }).click();
    const form = page.getByRole('dialog', { name: 'Run orders-etl' });
    const region = form.getByRole('textbox', { name: 'REGION' });
    await region.fill('north');

    await page.keyboard.press('Enter');

    await form.getByText(problem).waitFor();
    expect(await page.getByText(problem).count()).toBe(1);
    expect(await region.inputValue()).toBe('north');
    state.refusals.delete('dags.start');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/orders-etl\/started-/);
    const start = engine.state.calls.findLast(({ name }) => name === 'dags.start');
    expect(start?.input['params']).toBe('{"REGION":"north"}');
  });

  it('says why a run was not queued as well, and closes by Escape', async () => {
    const state = aScene();
    state.refusals.set('dags.enqueue', problem);
    const { page } = await open({ state, path: '/dags/orders-etl?run' });
    const form = page.getByRole('dialog', { name: 'Run orders-etl' });

    await form.getByRole('button', { name: 'Enqueue' }).click();
    await form.getByText(problem).waitFor();
    await page.keyboard.press('Escape');

    await form.waitFor({ state: 'detached' });
  });
});
