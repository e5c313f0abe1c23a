import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../../scripts/samples/language-model.ts';
import { ANSWER } from '../../../scripts/samples/language-model.ts';
import {
  anEngine,
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  type EndedRun,
} from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aLanguageModel } from '../../support/language-model.ts';

const engine = engineOfFile();

interface Asking {
  readonly provider?: string;
  readonly more?: string;
  readonly head?: string;
  readonly tools?: string;
}

/** A chat that may run DAGs of its own file. */
const asking = (
  { url }: LanguageModel,
  { provider = 'openai', more = '', head = '', tools = '[greet]' }: Asking = {},
): string => `${head}env: [{KEY: key-4711}]
steps:
  - name: s
    type: chat
    llm: {provider: ${provider}, model: tiny-1, base_url: "${url}", api_key_name: KEY, tools: ${tools}${more}}
    messages: [{role: user, content: Greet Ada}]
    output: SAID
  - {name: after, command: 'echo "<$SAID>"'}
---
`;
const GREET = `name: greet
description: Greets somebody.
params:
  - WHO: nobody # Whom to greet
steps:
  - {name: say, command: echo "hello $WHO", output: GREETING}
`;
const greetAda = { name: 'greet', args: { WHO: 'Ada' } };
const ended = async (spec: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine() }));

describe('a chat with tools', () => {
  it.each([
    ['openai', true],
    ['openai', false],
    ['anthropic', true],
    ['anthropic', false],
    ['gemini', true],
    ['gemini', false],
  ])('of %s (streamed: %s) runs a DAG and tells what came of it', async (provider, stream) => {
    const model = await aLanguageModel();
    model.toolCalls.push([greetAda]);

    const run = await ended(
      asking(model, { provider, more: `, stream: ${String(stream)}` }) + GREET,
    );

    expect(run.node('s').error).toBe('');
    expect(await logOf(run, 'after')).toBe(`<${ANSWER}>`);
    const [sub] = run.node('s').subRuns;
    expect(sub).toMatchObject({ name: 'greet', statusLabel: 'succeeded' });
    expect(run.node('s').facts).toContainEqual({ name: 'tool runs', value: '1' });
    expect(run.node('s').facts).toContainEqual({ name: 'tokens in', value: '22' });
    expect(await logOf(run, 's', 'stderr')).toBe(
      `tool greet {"WHO":"Ada"}\ntool greet: succeeded (${sub?.dagRunId})`,
    );
    expect(JSON.stringify(model.asked[0]?.body['tools'])).toContain('Greets somebody.');
    expect(JSON.stringify(model.asked[1]?.body)).toContain('hello Ada');
  });

  it('may run the tools of the DAG where it names no model itself', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([greetAda]);
    const llm = `llm: {provider: local, model: m, base_url: "${model.url}", tools: [greet]}`;
    const chat = '{name: s, type: chat, messages: [{role: user, content: Greet Ada}]}';

    const run = await ended(`${llm}\nsteps:\n  - ${chat}\n---\n${GREET}`);

    expect(run.node('s').subRuns.map(({ name }) => name)).toEqual(['greet']);
  });

  it('says each tool as the service wants it, and what it answered', async () => {
    const model = await aLanguageModel();
    const parameters = {
      type: 'object',
      properties: { WHO: { type: 'string', description: 'Whom to greet', default: 'nobody' } },
    };
    const result = '{"status":"succeeded","outputs":{"GREETING":"hello Ada"}}';
    const about = { name: 'greet', description: 'Greets somebody.' };

    for (const provider of ['openai', 'anthropic', 'gemini']) {
      model.toolCalls.push([greetAda]);
      await ended(asking(model, { provider }) + GREET);
    }

    const [openai, anthropic, gemini] = [1, 3, 5].map((index) => model.asked[index]?.body);
    expect(openai?.['tools']).toEqual([{ type: 'function', function: { ...about, parameters } }]);
    expect(openai?.['messages']).toEqual([
      { role: 'user', content: 'Greet Ada' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call-0',
            type: 'function',
            function: { name: 'greet', arguments: '{"WHO":"Ada"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call-0', content: result },
    ]);
    expect(anthropic?.['tools']).toEqual([{ ...about, input_schema: parameters }]);
    expect(anthropic?.['messages']).toEqual([
      { role: 'user', content: 'Greet Ada' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call-0', name: 'greet', input: { WHO: 'Ada' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call-0', content: result }],
      },
    ]);
    expect(gemini?.['tools']).toEqual([
      { functionDeclarations: [{ ...about, parametersJsonSchema: parameters }] },
    ]);
    expect(gemini?.['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Greet Ada' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { name: 'greet', args: { WHO: 'Ada' } },
            thoughtSignature: 'thought of greet',
          },
        ],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'greet', response: { result } } }],
      },
    ]);
  });

  it('runs what one answer asks for at the same time, and answers in its order', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([
      { name: 'meet', args: { ME: 'a', OTHER: 'b' } },
      { name: 'meet', args: { ME: 'b', OTHER: 'a' } },
    ]);
    const meet = `name: meet
params: [ME: x, OTHER: y]
working_dir: ${temporaryFolder('meet')}
steps:
  - touch "$ME"; until [ -e "$OTHER" ]; do sleep 0.05; done; echo "$ME met $OTHER"
`;

    const run = await ended(asking(model, { tools: '[meet]' }) + meet);

    expect(run.node('s').subRuns.map(({ statusLabel }) => statusLabel)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    const messages = model.asked[1]?.body['messages'] as { readonly content: string }[];
    expect(messages.slice(2).map(({ content }) => content)).toEqual([
      '{"status":"succeeded","printed":"a met b"}',
      '{"status":"succeeded","printed":"b met a"}',
    ]);
  });

  it('tells the model of a run that failed, of a tool that it has not, and of arguments that are none', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([
      { name: 'fail', args: {} },
      { name: 'other', args: {} },
      { name: 'fail', args: [] },
    ]);

    const run = await ended(
      asking(model, { tools: '[fail]' }) + 'name: fail\nsteps: ["echo no >&2; exit 3"]\n',
    );

    expect(run.node('s').statusLabel).toBe('succeeded');
    const messages = model.asked[1]?.body['messages'] as { readonly content: string }[];
    const [failed, unknown, none] = messages.slice(2).map(({ content }) => content);
    expect(failed).toMatch(/^\{"status":"failed","error":".*exit status 3/);
    expect(unknown).toBe('{"error":"there is no tool named \\"other\\""}');
    expect(none).toBe('{"error":"the arguments are not a JSON object"}');
  });

  it('fails when the model asks again after max_tool_iterations', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([greetAda], [greetAda], [greetAda]);

    const run = await ended(asking(model, { more: ', max_tool_iterations: 2' }) + GREET);

    expect(run.node('s').statusLabel).toBe('failed');
    expect(run.node('s').error).toBe(
      'the model asks for tools again after 2 times (max_tool_iterations)',
    );
    expect(run.node('s').subRuns).toHaveLength(2);
  });

  it('fails before it asks anybody when a tool does not exist', async () => {
    const model = await aLanguageModel();

    const run = await ended(asking(model, { tools: '[nowhere]' }) + GREET);

    expect(run.node('s').error).toContain('DAG "nowhere" not found');
    expect(model.asked).toEqual([]);
  });

  it('shows no secret to the model', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([greetAda]);
    const tell = `name: greet
steps: [{command: echo "the $WORD", output: TOLD, env: [{WORD: hunter22-secret}]}]
`;
    const head = 'secrets: [{name: TOKEN, provider: env, key: CHAT_TOOL_TOKEN}]\n';
    process.env['CHAT_TOOL_TOKEN'] = 'hunter22-secret';

    const run = await ended(asking(model, { head }) + tell);

    expect(run.node('s').statusLabel).toBe('succeeded');
    expect(JSON.stringify(model.asked[1]?.body)).not.toContain('hunter22');
  });

  it('stops the runs of its tools when it is stopped', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([{ name: 'long', args: {} }]);
    const spec = asking(model, { tools: '[long]' }) + 'name: long\nsteps: [sleep 300]\n';
    const run = await startInline(spec, { engine: engine() });
    await eventually(async () => {
      const { dagRun } = await engine().client.call('runs.get', run);
      return dagRun.nodes[0]?.subRuns[0]?.statusLabel === 'running';
    }, 'the tool runs');

    await engine().client.call('runs.stop', run);

    const { node } = await endOf(run);
    expect(node('s').statusLabel).toBe('aborted');
    expect(node('s').subRuns[0]?.statusLabel).toBe('aborted');
  });

  it('ends the runs of its tools when its time is over', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([{ name: 'long', args: {} }]);
    const spec = asking(model, { tools: '[long]' }).replace(
      '    output: SAID',
      '    timeout_sec: 2\n    output: SAID',
    );

    const run = await ended(`${spec}name: long\nsteps: [sleep 300]\n`);

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect(run.node('s').subRuns[0]?.statusLabel).toBe('aborted');
  });

  it('waits while a tool waits for a person, and goes on', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([{ name: 'ask', args: {} }]);
    const spec = `${asking(model, { tools: '[ask]' })}name: ask\nsteps: [{name: gate, type: hitl}]\n`;
    const run = await startInline(spec, { engine: engine() });
    await eventually(async () => {
      const { dagRun } = await engine().client.call('runs.get', run);
      return dagRun.statusLabel === 'waiting';
    }, 'the run waits');
    const { dagRun } = await engine().client.call('runs.get', run);
    const subDAGRunId = dagRun.nodes[0]?.subRuns[0]?.dagRunId ?? '';

    await engine().client.call('subRuns.approve', { ...run, subDAGRunId, stepName: 'gate' });

    expect((await endOf(run)).node('s').statusLabel).toBe('succeeded');
  });

  it('goes on with the runs of its tools when the engine is killed meanwhile', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([greetAda]);
    const go = join(temporaryFolder('go'), 'go');
    const waits = `name: greet
params: [WHO: nobody]
steps:
  - until [ -e ${go} ]; do sleep 0.02; done; echo "hello $WHO"
`;
    const config = temporaryConfig();
    const run = { name: 'asks', dagRunId: randomUUID() };
    const first = await forkEngine(config);
    await first.call('runs.start', { spec: asking(model) + waits, ...run });
    await eventually(async () => {
      const { dagRun } = await first.call('runs.get', run);
      return dagRun.nodes[0]?.subRuns[0]?.statusLabel === 'running';
    }, 'its tool runs');

    await first.kill();
    const second = await anEngine({ config });
    writeFileSync(go, '');
    const end = await endOf({ engine: second, ...run });

    expect(end.node('s')).toMatchObject({ statusLabel: 'succeeded', error: '', attempts: 1 });
    expect(end.node('s').subRuns.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded']);
    expect(JSON.stringify(model.asked[1]?.body)).toContain('hello Ada');
  });

  it('says in a dry run, and of the DAGs that a change needs, what it may run', async () => {
    const model = await aLanguageModel();
    const spec = asking(model) + GREET;

    const { call } = engine().client;
    const { steps } = await call('runs.dryRun', { spec, name: 'test' });
    expect(steps[0]?.notes).toEqual(['May run greet while it works.']);
    await call('dags.create', { name: 'asking', spec: 'steps: [echo]\n' });
    await call('dags.create', { name: 'greet', spec: 'steps: [echo]\n' });
    const changes = await call('dags.changes', { fileName: 'asking', spec: asking(model) });
    expect(changes.calls).toEqual({ added: ['greet'], removed: [] });
    await call('dags.updateSpec', { fileName: 'asking', spec: asking(model).replace('---\n', '') });
    const greet = await call('dags.changes', { fileName: 'greet', spec: 'steps: [ls]\n' });
    expect(greet.calledBy).toEqual(['asking']);
  });

  it.each([
    ['tools: x', 'must be a list of names'],
    ['tools: [a, a]', 'names `a` twice'],
    ['tools: [""]', 'has an empty name'],
    ['max_tool_iterations: 0', 'max_tool_iterations'],
  ])('is refused with %s', async (field, words) => {
    const spec = `steps:\n  - {type: chat, llm: {provider: local, model: m, ${field}}, messages: [{role: user, content: a}]}\n`;

    await expect(startInline(spec, { engine: engine() })).rejects.toThrow(words);
  });
});
