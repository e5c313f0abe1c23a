import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../support/build-app.ts';
import { describeWithReal } from '../support/real.ts';
import { openApp, type OpenApp } from './open-app.ts';

const SLOW = 60_000;

/** Markup that would load or run something. */
const markup = (place: string) =>
  `<img class=hostile src=x onerror=ran=1><script class=hostile>ran=1</script>[a](javascript:ran=1) ${place}`;
/** It breaks out of quotes first. */
const hostile = (place: string) => `'">${markup(place)}`;

const spec = JSON.stringify({
  description: hostile('description'),
  group: hostile('group'),
  params: [{ GREETING: hostile('parameter') }],
  env: [{ HOSTILE: hostile('variable') }],
  steps: [
    {
      name: 'print',
      description: hostile('of a step'),
      command: `printf '%s\\n' "$GREETING"; printf '\\033]8;;javascript:ran=1\\033\\\\a link\\033]8;;\\033\\\\\\n'`,
      output: 'SAID',
    },
    { name: 'fail', command: `echo "$HOSTILE" >&2; exit 1` },
  ],
});

describeWithReal('chromium', 'Hostile text', () => {
  let app: OpenApp;

  beforeAll(async () => {
    buildApp();
    app = await openApp();
    await app.page.getByText('Engine ready').waitFor();
    await app.call('dags.create', { name: 'hostile', spec });
    await app.call('dags.startSync', { fileName: 'hostile', dagRunId: 'r1', timeout: 30 });
  }, SLOW);
  afterAll(() => app?.close(), SLOW);

  it.each([
    ['the list', '/dags', 'description'],
    ['the definition', '/dags/hostile', 'of a step'],
    ['the runs of the DAG', '/dags/hostile/runs', 'description'],
    ['a run', '/runs/hostile/r1', 'parameter'],
    ['the log of a step', '/runs/hostile/r1?step=print', 'parameter'],
    ['the errors of a step', '/runs/hostile/r1?step=fail', 'variable'],
  ])('is text in %s', async (_where, path, place) => {
    await app.page.evaluate(`location.assign(${JSON.stringify(path)})`);
    const { page } = app;
    const shown = page.getByText(markup(place)).or(page.getByTitle(markup(place)));
    await shown.first().waitFor();

    const built = page.locator('.hostile, [href^="javascript:"], a[href^="http"]');
    expect(await built.count()).toBe(0);
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  });
});
