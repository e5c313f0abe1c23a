import { expect, it } from 'vitest';
import { ENDED_RUN } from './support/language-fixtures.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

it('shows what a chat said, with what its model ran', async () => {
  const state = aScene();
  const nodes = state.runs.find(({ dagRunId }) => dagRunId === ENDED_RUN)?.nodes;
  const lint = nodes?.find(({ step }) => step.name === 'lint');
  if (lint !== undefined) lint.step = { ...lint.step, type: 'chat' };
  const { page } = await open({ state, path: `/runs/release-train/${ENDED_RUN}?step=lint` });
  await page.getByRole('tab', { name: 'Step', exact: true }).click();

  const said = page.getByRole('region', { name: 'Conversation' }).getByRole('listitem');

  await said.nth(4).waitFor();
  expect(await said.count()).toBe(5);
  expect(await said.nth(0).innerText()).toMatch(/^System\s+You write for people/);
  expect(await said.nth(2).innerText()).toMatch(
    /^Model\s+Let me look at what was merged\.\s+runs merged-changes \{"SINCE":"2026\.46"\}$/,
  );
  expect(await said.nth(3).innerText()).toMatch(/^merged-changes\s+\{"status":"succeeded"/);
});
