import { describe, expect, it } from 'vitest';
import { ANSWER, type LanguageModel } from '../../../scripts/samples/language-model.ts';
import { endOf, engineOfFile, startInline, type EndedRun } from '../../support/engine.ts';
import { aLanguageModel } from '../../support/language-model.ts';

const engine = engineOfFile();

const specOf = ({ url }: LanguageModel, head: string, steps: readonly string[]): string =>
  `${head}\nllm: {provider: local, model: m, base_url: "${url}", system: Be brief.}\nsteps:\n${steps
    .map((step) => `  - ${step}\n`)
    .join('')}`;
const chat = (name: string, words: string, more = ''): string =>
  `{name: ${name}, type: chat, messages: [{role: user, content: "${words}"}]${more}}`;
const ended = async (spec: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine() }));

const saidTo = ({ asked }: LanguageModel, index: number): readonly string[] =>
  (asked[index]?.body['messages'] as { readonly content: string }[]).map(({ content }) => content);

describe('what a chat said', () => {
  it('is kept, with the answer, for whoever asks', async () => {
    const model = await aLanguageModel();
    model.toolCalls.push([{ name: 'greet', args: { WHO: 'Ada' } }]);
    const tool =
      '---\nname: greet\nparams: [WHO: x]\nsteps: [{command: echo "hi $WHO", output: HI}]\n';
    const llm = `, llm: {provider: local, model: m, base_url: "${model.url}", tools: [greet]}`;
    const spec = specOf(model, '', [chat('ask', 'Hello?', llm), '{name: plain, command: echo}']);

    const { dagRunId } = await startInline(spec + tool, { engine: engine() });
    await endOf({ engine: engine(), name: 'test', dagRunId });

    const said = (stepName: string) =>
      engine().client.call('runs.stepMessages', { name: 'test', dagRunId, stepName });
    expect(await said('ask')).toEqual({
      messages: [
        { role: 'user', content: 'Hello?' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'call-0', name: 'greet', arguments: '{"WHO":"Ada"}' }],
        },
        {
          role: 'tool',
          content: '{"status":"succeeded","outputs":{"HI":"hi Ada"}}',
          toolCallId: 'call-0',
        },
        { role: 'assistant', content: ANSWER },
      ],
    });
    expect(await said('plain')).toEqual({ messages: [] });
    await expect(said('nobody')).rejects.toThrow('nobody');
  });

  it('is kept of a chat that failed', async () => {
    const model = await aLanguageModel();
    model.trouble = (response) => {
      response.writeHead(401).end('{}');
      return true;
    };

    const { dagRunId } = await startInline(specOf(model, '', [chat('ask', 'Hello?')]), {
      engine: engine(),
    });
    await endOf({ engine: engine(), name: 'test', dagRunId });

    const asked = { name: 'test', dagRunId, stepName: 'ask' };
    expect((await engine().client.call('runs.stepMessages', asked)).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello?' },
    ]);
  });

  it('goes on in the steps after it, without what the system said, and in no others', async () => {
    const model = await aLanguageModel();
    const graph = 'type: graph\nmax_active_steps: 1';
    const steps = [
      chat('first', 'one'),
      chat('beside', 'other'),
      chat('second', 'two', ', depends: [first]'),
      chat('third', 'three', ', depends: [second]'),
    ];

    const run = await ended(specOf(model, graph, steps));

    expect(run.node('third').statusLabel).toBe('succeeded');
    const all = model.asked.map((_asked, index) => saidTo(model, index));
    expect(all.find((said) => said.includes('other'))).toEqual(['Be brief.', 'other']);
    expect(all.find((said) => said.at(-1) === 'three')).toEqual([
      ...['Be brief.', 'one', ANSWER],
      ...['two', ANSWER, 'three'],
    ]);
  });

  it('has its secrets masked, there and in the steps after it', async () => {
    const model = await aLanguageModel();
    process.env['CHAT_MESSAGES_TOKEN'] = 'hunter22-secret';
    const head = 'secrets: [{name: TOKEN, provider: env, key: CHAT_MESSAGES_TOKEN}]';
    model.toolCalls.push([{ name: 'none', args: { SAID: 'hunter22-secret' } }]);

    const { dagRunId } = await startInline(
      specOf(model, head, [chat('first', 'It is ${TOKEN}'), chat('second', 'two')]),
      { engine: engine() },
    );
    await endOf({ engine: engine(), name: 'test', dagRunId });

    const asked = { name: 'test', dagRunId, stepName: 'first' };
    const { messages } = await engine().client.call('runs.stepMessages', asked);
    expect(messages[1]?.content).toMatch(/^It is \*+$/);
    expect(messages[2]?.toolCalls?.[0]?.arguments).toMatch(/^\{"SAID":"\*+"\}$/);
    expect(saidTo(model, 0)).toContain('It is hunter22-secret');
    expect(saidTo(model, 2).at(-1)).toBe('two');
    expect(saidTo(model, 2).join()).not.toContain('hunter22');
  });
});
