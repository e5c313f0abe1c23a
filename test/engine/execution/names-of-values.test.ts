import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  engineOfFile,
  logOf,
  nodeOf,
  runUntil,
  startInline,
  type EndedRun,
  type TestEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aLanguageModel } from '../../support/language-model.ts';
import { aWebhook } from '../services/a-webhook.ts';

const engine = engineOfFile();

/** A file that is made if a value becomes a command, and a map of names with such values. */
function hostile() {
  const file = join(temporaryFolder('names'), 'made');
  const names = {
    BASH_ENV: `$(touch ${file})`,
    GIT_SSH_COMMAND: `touch ${file}`,
    FREE: 'not declared',
    WEBHOOK_PAYLOAD: 'no webhook',
    WHO: 'Ada',
  };
  return { file, names, text: JSON.stringify(names) };
}

const LEFT_OUT =
  'GIT_SSH_COMMAND (protected), FREE (not declared by kid), WEBHOOK_PAYLOAD (not declared by kid), BASH_ENV (protected)';

/** Declares one of the protected names, which changes nothing. */
const KID = `name: kid
shell: bash
params: [{WHO: nobody}, {BASH_ENV: ""}, {LAST: last}]
env: [{SEEN: "\${WEBHOOK_PAYLOAD}"}]
steps:
  - {name: say, command: 'echo "$WHO/$GIT_SSH_COMMAND/$FREE/$SEEN/$BASH_ENV/$LAST"', output: SAID}
`;
const ONLY_WHO = 'Ada/////last';

const calling = (step: string, kid = KID): string =>
  `params: [{GIVEN: ""}, {WORD: ""}]\nsteps:\n  - {name: call, ${step}, output: OUT}\n---\n${kid}`;

interface Started {
  readonly given?: string;
  readonly word?: string;
  readonly kid?: string;
}

/** Runs a definition with a step `call`, which calls `kid`. */
async function ended(
  step: string,
  { given = '', word = '', kid }: Started = {},
): Promise<EndedRun> {
  const params = JSON.stringify({ GIVEN: given, WORD: word });
  return endOf(await startInline(calling(step, kid), { engine: engine(), params }));
}

const noteOf = (run: EndedRun): string | undefined =>
  run.node('call').facts?.find(({ name }) => name === 'left out')?.value;

/** What the called runs said, in their order. */
async function saidBy({ engine: { client }, name, dagRunId, node }: EndedRun) {
  const said = node('call').subRuns.map(async ({ dagRunId: subDAGRunId }) => {
    const { outputs } = await client.call('subRuns.outputs', { name, dagRunId, subDAGRunId });
    return outputs['said'];
  });
  return Promise.all(said);
}

describe('names that values bring to a called DAG', () => {
  it.each([
    ['parameters in a variable', 'call: kid, params: "${GIVEN}"', (one: string) => one],
    ['a list of items', 'call: kid, parallel: "${GIVEN}"', (one: string) => `[${one}]`],
    ['items on lines', 'call: kid, parallel: "${GIVEN}"', (one: string) => `${one}\n`],
    ['an item as the parameters', 'call: kid, parallel: "${GIVEN}", params: "${ITEM}"', String],
    ['a text that is JSON when filled in', "call: kid, parallel: '[${GIVEN}]'", String],
    [
      'an item that is JSON when filled in',
      'call: kid, parallel: ["${GIVEN}"], params: "${ITEM}"',
      String,
    ],
  ])('arrive only where it declares them: %s', async (_, step, given) => {
    const { file, text } = hostile();

    const run = await ended(step, { given: given(text) });

    expect(run.node('call').error).toBe('');
    expect(await saidBy(run)).toEqual([ONLY_WHO]);
    expect(existsSync(file)).toBe(false);
    expect(noteOf(run)).toContain('FREE (not declared by kid)');
    expect(noteOf(run)?.split(', ').toSorted()).toEqual(LEFT_OUT.split(', ').toSorted());
  });

  it('arrive only where it declares them: items of a webhook', async () => {
    const { file, names } = hostile();
    const spec = `steps:\n  - {name: call, call: kid, parallel: "\${WEBHOOK_PAYLOAD.items}"}\n---\n${KID}`;
    const { engine: hooked, send } = await aWebhook({ spec });

    const { dagRunId } = await send({ payload: { items: [names, { WHO: 'Bob' }] } });
    const run = await endOf({ engine: hooked, name: 'wh', dagRunId });

    expect(await saidBy(run)).toEqual([ONLY_WHO, 'Bob/////last']);
    expect(existsSync(file)).toBe(false);
    expect(noteOf(run)).toContain('BASH_ENV (protected)');
  });

  it('arrive only where it declares them: arguments of a model, which is not offered protected ones', async () => {
    const { file, names } = hostile();
    const model = await aLanguageModel();
    model.toolCalls.push([{ name: 'kid', args: names }]);
    const llm = `{provider: local, model: m, base_url: "${model.url}", tools: [kid]}`;
    const chat = `{name: call, type: chat, llm: ${llm}, messages: [{role: user, content: Greet}]}`;

    const run = await endOf(
      await startInline(`steps:\n  - ${chat}\n---\n${KID}`, { engine: engine() }),
    );

    expect(await saidBy(run)).toEqual([ONLY_WHO]);
    expect(existsSync(file)).toBe(false);
    expect(noteOf(run)).toContain('FREE (not declared by kid)');
    expect(run.node('call').facts).toContainEqual({ name: 'tool runs', value: '1' });
    const offered = JSON.stringify(model.asked[0]?.body['tools']);
    expect([offered.includes('WHO'), offered.includes('BASH_ENV')]).toEqual([true, false]);
  });

  it('are declared by a schema as well', async () => {
    const kid = `name: kid
params: {schema: {properties: {WHO: {type: string}}, additionalProperties: false}}
steps: [{name: say, command: 'echo "$WHO/$FREE"', output: SAID}]
`;

    const run = await ended('call: kid, params: "${GIVEN}"', { given: hostile().text, kid });

    expect(await saidBy(run)).toEqual(['Ada/']);
    expect(noteOf(run)).toContain('FREE (not declared by kid)');
  });

  it('are not in the JSON that the called DAG gets, which keeps its other members', async () => {
    const kid = `name: kid
params: [{N: ""}]
steps: [{name: say, command: 'echo "$SVC_PARAMS_JSON"', output: SAID}]
`;
    const given = '{"N": 1.50, "FREE": "x", "__proto__": "y"}';

    const run = await ended('call: kid, params: "${GIVEN}"', { given, kid });

    expect(await saidBy(run)).toEqual(['{"N":1.50}']);
  });

  it('stay readable in the item', async () => {
    const run = await ended('call: kid, parallel: "${GIVEN}", params: {WHO: "${ITEM.FREE}"}', {
      given: hostile().text,
    });

    expect(await saidBy(run)).toEqual(['not declared/////last']);
    expect(noteOf(run)).toBeUndefined();
  });

  it('are told once, however many calls bring them, and no more than a person reads', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `N${index}`);
    const item = JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])));

    const run = await ended('call: kid, parallel: "${GIVEN}"', { given: `[${item},${item}]` });

    expect(noteOf(run)?.split(', ')).toHaveLength(11);
    expect(noteOf(run)?.endsWith(', N9 (not declared by kid), and more')).toBe(true);
    const log = await engine().client.call('runs.log', { name: run.name, dagRunId: run.dagRunId });
    expect(log.content.match(/parameters left out/g)).toHaveLength(1);
    expect(run.run.statusLabel).toBe('succeeded');
  });

  it('do not arrive from calls that another engine begins either', async () => {
    const { file, text } = hostile();
    const kid = KID.replace('steps:\n', 'steps:\n  - {name: gate, type: hitl}\n');
    const first = await anEngine();
    const step = 'call: kid, parallel: {items: "${GIVEN}", max_concurrent: 1}';
    const params = JSON.stringify({ GIVEN: `[{}, ${text}]` });
    const started = await startInline(calling(step, kid), { engine: first, params });
    await untilWaiting(started, 1);
    await first.stop();
    const second = await anEngine({ config: first.config });
    const taken = { ...started, engine: second };

    await approveSub(taken, 0);
    await untilWaiting(taken, 2);
    await approveSub(taken, 1);
    const run = await endOf(taken);

    expect(await saidBy(run)).toEqual(['nobody/////last', ONLY_WHO]);
    expect(existsSync(file)).toBe(false);
    expect(noteOf(run)).toContain('BASH_ENV (protected)');
  });
});

interface OfEngine {
  readonly engine: TestEngine;
  readonly name: string;
  readonly dagRunId: string;
}

/** Until so many called runs have come to their gate, and the calling step waits. */
async function untilWaiting(run: OfEngine, count: number): Promise<void> {
  await runUntil(run, (seen) => {
    const call = nodeOf(seen, 'call');
    const begun = call.subRuns.filter(({ startedAt }) => startedAt !== '');
    return call.statusLabel === 'waiting' && begun.length === count;
  });
}

async function approveSub({ engine: { client }, name, dagRunId }: OfEngine, index: number) {
  const { dagRun } = await client.call('runs.get', { name, dagRunId });
  const subDAGRunId = nodeOf(dagRun, 'call').subRuns[index]?.dagRunId ?? '';
  await client.call('subRuns.approve', {
    name,
    dagRunId,
    subDAGRunId,
    stepName: 'gate',
    inputs: {},
  });
}

describe('names that stand in the text of a call', () => {
  it.each([
    ['a map', 'params: {FREE: "${WORD}"}'],
    ['a line', 'params: "FREE=${WORD}"'],
    ['a list', 'params: ["FREE=${WORD}"]'],
    ['JSON', 'params: \'{"FREE": "${WORD}"}\''],
    ['items', 'parallel: [{FREE: "${WORD}"}]'],
    ['items that are the parameters', 'parallel: [{FREE: "${WORD}"}], params: "${ITEM}"'],
    ['items in a text', 'parallel: \'[{"FREE": "${WORD}"}]\''],
    ['items on lines of a text', 'parallel: "{\\"FREE\\": \\"${WORD}\\"}\\n"'],
  ])(
    'arrive with the value that is filled in, which makes no other name: %s',
    async (_, params) => {
      const { file } = hostile();
      const word = `x y" BASH_ENV=$(touch ${file}) WHO=Eve ", "WHO": "Eve"`;

      const run = await ended(`call: kid, ${params}`, { word });

      expect(run.node('call').error).toBe('');
      expect(await saidBy(run)).toEqual([`nobody//${word}///last`]);
      expect(existsSync(file)).toBe(false);
      expect(noteOf(run)).toBeUndefined();
    },
  );

  it('set a protected variable where its value stands there too', async () => {
    const run = await ended('call: kid, params: {BASH_ENV: /dev/null, WHO: "${WORD}"}', {
      word: 'Ada',
    });

    expect(await saidBy(run)).toEqual(['Ada////' + '/dev/null/last']);
    expect(noteOf(run)).toBeUndefined();
  });

  it.each([
    ['a map', 'params: {WHO: Ada, BASH_ENV: "${WORD}"}'],
    ['a line', 'params: "WHO=Ada BASH_ENV=${WORD}"'],
    ['JSON', 'params: \'{"WHO": "Ada", "BASH_ENV": "${WORD}"}\''],
    ['items', 'parallel: [{WHO: Ada, BASH_ENV: "${WORD}"}]'],
    ['what a command prints', 'params: {WHO: Ada, BASH_ENV: "`echo $WORD`"}'],
    ['a place in the line', 'params: "Ada ${WORD}"'],
  ])('set no protected variable with a value from elsewhere: %s', async (_, params) => {
    const { file } = hostile();

    const run = await ended(`call: kid, ${params}`, { word: `$(touch ${file})` });

    expect(await saidBy(run)).toEqual([ONLY_WHO]);
    expect(existsSync(file)).toBe(false);
    expect(noteOf(run)).toBe('BASH_ENV (protected)');
  });

  it('keep their places around a protected one', async () => {
    const run = await ended('call: kid, params: "Ada ${WORD} third"', { word: 'second' });

    expect(await saidBy(run)).toEqual(['Ada/////third']);
  });
});

describe('a protected variable', () => {
  it('is not set by the output of a step', async () => {
    const file = join(temporaryFolder('names'), 'made');
    const spec = `shell: bash
steps:
  - {name: make, command: 'printf %s "\\$(touch ${file})"', output: BASH_ENV}
  - {name: show, command: 'echo "<$BASH_ENV>"'}
`;

    const run = await endOf(await startInline(spec, { engine: engine() }));

    expect(await logOf(run, 'make')).toBe(`$(touch ${file})`);
    expect(await logOf(run, 'show')).toBe('<>');
    expect(existsSync(file)).toBe(false);
  });

  it('is set by `env`, also from a parameter: that is for the author to say', async () => {
    const spec = `shell: bash
params: [{P: ""}]
steps: [{name: show, env: [{BASH_ENV: "\${P}"}], command: 'echo "<$BASH_ENV>"'}]
`;

    const started = await startInline(spec, { engine: engine(), params: 'P=/dev/null' });

    expect(await logOf(await endOf(started), 'show')).toBe('</dev/null>');
  });

  it('keeps its default in a run that repeats another', async () => {
    const spec =
      'params: [{A: a}, {PAGER: less}]\nsteps: [{name: show, command: "echo $A-$PAGER"}]\n';
    const first = await endOf(await startInline(spec, { engine: engine(), params: 'A=b' }));
    const { client } = engine();

    const { dagRunId } = await client.call('runs.reschedule', { ...first, params: { A: 'c' } });
    const again = await endOf({ ...first, dagRunId });

    expect(await logOf(again, 'show')).toBe('c-less');
    await expect(
      client.call('runs.reschedule', { ...first, params: { PAGER: 'evil' } }),
    ).rejects.toThrow('`params` cannot set PAGER');
  });
});
