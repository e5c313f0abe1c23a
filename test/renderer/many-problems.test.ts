import { describe, expect, it } from 'vitest';
import { drawnAnew } from './support/drawn-anew.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

describe('a text with hundreds of problems', () => {
  it('draws none of them again for a key, nor for an answer that says the same', async () => {
    const state = aScene();
    const steps = Array.from({ length: 300 }, (_, index) => `  - name: s${index}\n    comand: x\n`);
    state.specs.set('pg-backup', `steps:\n${steps.join('')}`);
    const { page } = await open({ state, path: '/dags/pg-backup' });
    await page.locator('.problem').nth(299).waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');

    const drawn = await drawnAnew(page, '.problem', async () => {
      const answer = page.waitForResponse(/dags\/validate/);
      await page.keyboard.insertText(' # all of them');
      await (await answer).finished();
      // What comes of it is drawn by the end of the next second frame.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    });

    expect(drawn).toEqual([]);
    await page.keyboard.type('\ncomand: y');
    await page.locator('.problem', { hasText: '2:1' }).first().waitFor();
    expect(await page.locator('.problem').count()).toBe(301);
  });
});
