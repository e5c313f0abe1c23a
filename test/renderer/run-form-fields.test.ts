import { describe, expect, it } from 'vitest';
import type { ParamRule } from '#contract/param-rules.ts';
import { aDagItem } from './support/dag-fixtures.ts';
import type { FakeState } from './support/fake-engine.ts';
import { hostileTexts } from './support/hostile-scene.ts';
import { ENDED_RUN, RELEASE_SPEC } from './support/language-fixtures.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

const aRule = (changes: Partial<ParamRule>): ParamRule => ({
  description: '',
  isRequired: false,
  type: 'any',
  choices: [],
  ...changes,
});

const rules = {
  'REGION=north': aRule({ description: 'Where it runs.', choices: ['north', 'south', 'east'] }),
  'FULL=false': aRule({ type: 'boolean', choices: ['true', 'false'] }),
  'LIMIT=5': aRule({ type: 'integer', minimum: 1, maximum: 10 }),
  'NOTE=': aRule({ type: 'string' }),
};

/** A scene in which the definition of a DAG has a schema. */
function aSceneWith(params: Readonly<Record<string, ParamRule>>, name = 'orders-etl'): FakeState {
  const state = aScene();
  const names = Object.keys(params);
  const schema = { params: names, paramRules: Object.values(params) };
  const known = state.dags.find((item) => item.dag.name === name) ?? aDagItem(name, state.now);
  const others = state.dags.filter((item) => item !== known);
  state.dags = [{ ...known, dag: { ...known.dag, ...schema } }, ...others];
  return state;
}

async function openForm(params: Readonly<Record<string, ParamRule>> = rules) {
  const { page, engine } = await open({
    state: aSceneWith(params),
    path: '/dags/orders-etl?run',
  });
  const form = page.getByRole('dialog', { name: 'Run orders-etl' });
  await form.getByRole('button', { name: 'Run', exact: true }).waitFor();
  /** What was sent once the run is there. */
  const sent = async (): Promise<unknown> => {
    await page.waitForURL(/\/runs\/orders-etl\/started-/);
    return engine.state.calls.findLast(({ name }) => name === 'dags.start')?.input['params'];
  };
  return { page, form, sent };
}

describe('the form of a run with a schema', () => {
  it('is filled in by the keyboard alone, and sends what was chosen as text', async () => {
    const { page, form, sent } = await openForm();
    const region = form.getByRole('combobox', { name: 'REGION' });
    await page.waitForFunction(() => document.activeElement?.tagName === 'SELECT');

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');

    expect(await region.inputValue()).toBe('south');
    expect(await form.getByRole('combobox', { name: 'FULL' }).inputValue()).toBe('true');
    await page.keyboard.press('Enter');
    expect(await sent()).toBe('{"REGION":"south","FULL":"true"}');
  });

  it('offers exactly the values of the schema, with the present one chosen', async () => {
    const { form, sent, page } = await openForm();
    const region = form.getByRole('combobox', { name: 'REGION' });

    expect(await region.locator('option').allInnerTexts()).toEqual(['north', 'south', 'east']);
    expect(await region.inputValue()).toBe('north');
    await form.getByText('Where it runs.', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    expect(await sent()).toBeUndefined();
  });

  it('leaves Enter and Escape to a list that is open', async () => {
    const { page, form } = await openForm();
    const region = form.getByRole('combobox', { name: 'REGION' });
    await region.focus();

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await expect.poll(() => region.inputValue()).toBe('south');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    expect(await form.count()).toBe(1);
    expect(page.url()).toContain('/dags/orders-etl');
  });

  it.each([
    ['can be left open where it may be', aRule({ choices: ['a', 'b'] }), ['Not set', 'a', 'b']],
    [
      'is to be chosen where it is required',
      aRule({ choices: ['a', 'b'], isRequired: true, description: 'Where it goes' }),
      ['Select a value', 'a', 'b'],
    ],
    ['may be an empty text', aRule({ choices: ['', 'a'] }), ['Empty', 'a']],
  ])('shows that a value without a default %s', async (_how, rule, labels) => {
    const { form, sent, page } = await openForm({ 'MODE=': rule });
    const mode = form.getByRole('combobox', { name: 'MODE' });

    expect(await mode.locator('option').allInnerTexts()).toEqual(labels);
    expect(await mode.inputValue()).toBe('');
    const required = form.getByText('Where it goes. Required.');
    expect(await required.count()).toBe(rule.isRequired ? 1 : 0);
    await mode.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await sent()).toBe('{"MODE":"a"}');
  });

  it('names values by their titles with the value beside it, and sends the value', async () => {
    const { form, sent } = await openForm({
      'REGION=eu-1': aRule({
        choices: ['eu-1', 'us-1', 'test', ''],
        choiceTitles: ['Europe', 'America', '', 'Nowhere'],
      }),
    });
    const region = form.getByRole('combobox', { name: 'REGION' });
    const labels = ['Europe (eu-1)', 'America (us-1)', 'test', 'Nowhere'];

    expect(await region.locator('option').allInnerTexts()).toEqual(labels);
    expect(await region.locator('option.mono').allInnerTexts()).toEqual(['test']);
    await region.selectOption({ label: 'America (us-1)' });
    await form.getByTitle('America (us-1)').waitFor();
    await region.press('Enter');
    expect(await sent()).toBe('{"REGION":"us-1"}');
  });

  it('keeps titles that are long or turn the direction in the field, and their values whole', async () => {
    const value = 'a\u202e b';
    const { form, sent, page } = await openForm({
      'REGION=': aRule({
        choices: [value, 'eu-1', 'eu-2'],
        choiceTitles: [hostileTexts.override, hostileTexts.long, hostileTexts.rtl],
      }),
    });
    const region = form.getByRole('combobox', { name: 'REGION' });

    await region.selectOption({ index: 2 });

    expect(await region.locator('option').nth(1).innerText()).toBe(
      'invoice-<202e>gnp.exe (a<202e> b)',
    );
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await region.selectOption({ index: 1 });
    await region.press('Enter');
    expect(await sent()).toBe(JSON.stringify({ REGION: value }));
  });

  it('says at once what is no number that fits, and sends it all the same', async () => {
    const { page, form, sent } = await openForm();
    const limit = form.getByRole('textbox', { name: 'LIMIT' });
    const warning = form.getByText('Enter a whole number from 1 to 10.');
    expect(await limit.getAttribute('inputmode')).toBe('numeric');
    expect(await warning.count()).toBe(0);

    await limit.fill('1x');
    await warning.waitFor();
    await limit.fill('10');
    await warning.waitFor({ state: 'detached' });
    await limit.fill('11');
    await warning.waitFor();

    await page.keyboard.press('Enter');
    expect(await sent()).toBe('{"LIMIT":"11"}');
  });

  it.each([
    [{ type: 'number' }, 'Enter a number.'],
    [{ type: 'number', minimum: 0.5 }, 'Enter a number of at least 0.5.'],
    [{ type: 'integer', maximum: 7 }, 'Enter a whole number of at most 7.'],
  ] as const)('names the limits of %j', async (rule, warning) => {
    const { form } = await openForm({ 'SIZE=1': aRule(rule) });

    await form.getByRole('textbox', { name: 'SIZE' }).fill('many');

    await form.getByText(warning).waitFor();
  });

  it('leaves alone a default that the engine still has to work out', async () => {
    const { form, page, sent } = await openForm({
      'SIZE=${COUNT}': aRule({ type: 'integer' }),
      'DAY=`date +%a`': aRule({ choices: ['Mon', 'Tue'] }),
    });
    const day = form.getByRole('combobox', { name: 'DAY' });

    expect(await day.inputValue()).toBe('`date +%a`');
    expect(await form.getByText('Enter a').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await sent()).toBeUndefined();
  });

  it('keeps the focus in the list of DAGs, where the schema comes after the form', async () => {
    const { page, engine } = await open({ state: aSceneWith(rules), path: '/dags' });
    const { promise: allowed, resolve: answer } = Promise.withResolvers<void>();
    engine.state.held.set('dags.get', allowed);
    await page.getByRole('button', { name: 'Run orders-etl' }).click();
    const form = page.getByRole('dialog', { name: 'Run orders-etl' });
    await form.getByRole('textbox', { name: 'FULL' }).focus();

    answer();

    const full = form.getByRole('combobox', { name: 'FULL' });
    await full.waitFor();
    expect(await full.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await form.getByRole('textbox', { name: 'NOTE' }).isEditable()).toBe(true);
  });

  it('shows values that are locked as texts, which can be read and copied', async () => {
    const state = aSceneWith({ 'MODEL=v7': aRule({ choices: ['v7'] }) }, 'fraud-backtest');
    const { page } = await open({ state, path: '/dags/fraud-backtest?run' });

    const model = page.getByRole('textbox', { name: 'MODEL' });

    expect(await model.inputValue()).toBe('v7');
    expect(await model.isEditable()).toBe(false);
  });

  it('shows a parameter that no run can set as a text, with the reason, and lets the others be set', async () => {
    const state = aSceneWith({ 'ENV=prod': aRule({}), 'DAY=1': aRule({}) });
    for (const { dag } of state.dags) Object.assign(dag, { protectedParams: ['ENV'] });
    const { page } = await open({ state, path: '/dags/orders-etl?run' });

    const environment = page.getByRole('textbox', { name: 'ENV' });
    await environment.and(page.locator('[readonly]')).waitFor();

    expect(await environment.inputValue()).toBe('prod');
    await page.getByText('A run cannot set this: the variable changes').waitFor();
    expect(await page.getByRole('textbox', { name: 'DAY' }).isEditable()).toBe(true);
  });
});

describe('a run that is run again', () => {
  it('keeps a value that the schema has no more, until another one is chosen', async () => {
    const state = aSceneWith(
      { 'VERSION=2026.49': aRule({ choices: ['2026.48', '2026.49'] }) },
      'release-train',
    );
    const { page, engine } = await open({ state, path: `/runs/release-train/${ENDED_RUN}` });
    await page.getByRole('treeitem', { selected: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Run ag');
    await page.keyboard.press('Enter');
    const version = page.getByRole('combobox', { name: 'VERSION' });
    await version.waitFor();

    expect(await version.inputValue()).toBe('2026.47');
    expect(await version.locator('option').allInnerTexts()).toEqual([
      '2026.47',
      '2026.48',
      '2026.49',
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/release-train\/again-/);
    const asked = engine.state.calls.find(({ name }) => name === 'runs.reschedule');
    expect(asked?.input).toMatchObject({ params: { VERSION: '2026.48' } });
    // The new run has the definition of the old one, not that of today.
    const read = engine.state.calls.find(({ name }) => name === 'dags.validate');
    expect(read?.input).toMatchObject({ spec: RELEASE_SPEC, name: 'release-train' });
  });
});
