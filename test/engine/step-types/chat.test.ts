import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  type EndedRun,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aServer } from '../../support/http-server.ts';
import { aLanguageModel } from '../../support/language-model.ts';
import { ANSWER, stream, type LanguageModel } from '../../../scripts/samples/language-model.ts';

const engine = engineOfFile();
const KEY = 'env: [{KEY: key-4711}]\n';

const asking = (llm: string, head = KEY, messages = '{role: user, content: Hi}'): string =>
  `${head}steps:\n  - name: s\n    type: chat\n    llm: {${llm}}\n    messages: [${messages}]\n`;
const llm = ({ url }: LanguageModel, provider = 'openai', more = ''): string =>
  `provider: ${provider}, model: tiny-1, base_url: "${url}", api_key_name: KEY${more}`;
const ended = async (spec: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine() }));

describe('a chat', () => {
  it.each([
    ['openai', '/chat/completions', 'authorization', 'Bearer key-4711'],
    ['openrouter', '/chat/completions', 'authorization', 'Bearer key-4711'],
    ['vllm', '/chat/completions', 'authorization', 'Bearer key-4711'],
    ['anthropic', '/v1/messages', 'x-api-key', 'key-4711'],
    ['gemini', '/v1beta/models/tiny-1:streamGenerateContent?alt=sse', 'x-goog-api-key', 'key-4711'],
  ])('is streamed from %s, with its tokens', async (provider, path, header, key) => {
    const model = await aLanguageModel();

    const run = await ended(asking(llm(model, provider)));

    expect(run.node('s').error).toBe('');
    expect(await logOf(run, 's')).toBe(ANSWER);
    expect(run.node('s').facts).toEqual([
      { name: 'model', value: 'tiny-1' },
      { name: 'tokens in', value: '11' },
      { name: 'tokens out', value: '7' },
    ]);
    expect(model.asked[0]).toMatchObject({ url: path, headers: { [header]: key } });
  });

  it.each(['openai', 'anthropic', 'gemini'])('of %s is the same as a whole', async (provider) => {
    const model = await aLanguageModel();

    const run = await ended(asking(llm(model, provider, ', stream: false')));

    expect(await logOf(run, 's')).toBe(ANSWER);
    expect(model.asked[0]?.body['stream']).toBeUndefined();
  });

  it.each(['openai', 'anthropic', 'gemini'])(
    'of %s goes to no other server with a redirect',
    async (provider) => {
      const model = await aLanguageModel();
      const first = await aServer(({ url }, answer) => {
        answer.writeHead(307, { location: `${model.url}${url}` }).end();
      });

      const run = await ended(asking(llm({ ...model, url: first }, provider)));

      const error = `${first.slice(7)} redirects to ${model.url}, which is another origin and gets neither the key nor the messages; if the service is there, set \`base_url\` to its address`;
      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', error });
      expect(model.asked).toEqual([]);
    },
  );

  it('follows a redirect on the same server', async () => {
    const model = await aLanguageModel();
    const first = await aServer((asked, answer) => {
      if (asked.url?.startsWith('/old')) {
        answer.writeHead(308, { location: asked.url.replace('/old', '') }).end();
        return;
      }
      const forwarded = request(`${model.url}${asked.url}`, {
        method: 'POST',
        headers: asked.headers,
      });
      forwarded.on('response', (response) => void response.pipe(answer));
      asked.pipe(forwarded);
    });

    const run = await ended(asking(llm({ ...model, url: `${first}/old` })));

    expect(run.node('s').error).toBe('');
    expect(model.asked[0]).toMatchObject({ headers: { authorization: 'Bearer key-4711' } });
  });

  it('says what it is told to, with references filled in, and keeps the answer', async () => {
    const model = await aLanguageModel();
    const messages =
      '{role: system, content: be brief}, {role: user, content: "hello ${WHO}"}, {role: assistant, content: yes?}, {role: user, content: go on}';
    const more = ', system: "for ${WHO}", temperature: 0.5, max_tokens: 99, top_p: 0.9';
    const head = `${KEY}params: [{WHO: Ada}]\n`;

    const run = await ended(
      `${asking(llm(model, 'openai', more), head, messages)}    output: SAID\n  - {name: after, command: 'echo "<$SAID>"'}\n`,
    );
    await ended(asking(llm(model, 'anthropic', more), head, messages));
    await ended(asking(llm(model, 'gemini', more), head, messages));

    expect(await logOf(run, 'after')).toBe(`<${ANSWER}>`);
    const [openai, anthropic, gemini] = model.asked.map(({ body }) => body);
    expect(openai).toMatchObject({ model: 'tiny-1', temperature: 0.5, max_tokens: 99, top_p: 0.9 });
    expect(openai?.['messages']).toEqual([
      { role: 'system', content: 'for Ada' },
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hello Ada' },
      { role: 'assistant', content: 'yes?' },
      { role: 'user', content: 'go on' },
    ]);
    expect(anthropic).toMatchObject({ system: 'for Ada\n\nbe brief', max_tokens: 99 });
    expect(anthropic?.['messages']).toHaveLength(3);
    expect(gemini).toMatchObject({
      systemInstruction: { parts: [{ text: 'for Ada' }, { text: 'be brief' }] },
      generationConfig: { temperature: 0.5, maxOutputTokens: 99, topP: 0.9 },
    });
    expect(JSON.stringify(gemini?.['contents'])).toContain('"role":"model"');
  });

  it('asks the model of the DAG, of which that of a step has nothing', async () => {
    const model = await aLanguageModel();
    const dag = `${KEY}llm: {${llm(model, 'openai', ', system: from the DAG, temperature: 1.5')}}\n`;
    const spec = `${dag}steps:\n  - {name: shared, type: chat, messages: [{role: user, content: a}]}\n  - {name: own, type: chat, llm: {${llm(model, 'local')}}, messages: [{role: user, content: b}]}\n`;

    await ended(spec);

    const [shared, own] = model.asked.map(({ body }) => body);
    expect(shared).toMatchObject({ temperature: 1.5, messages: [{ content: 'from the DAG' }, {}] });
    expect(own?.['temperature']).toBeUndefined();
    expect(JSON.stringify(own)).not.toContain('from the DAG');
  });

  it('waits as long as a busy service asks for, and then asks again', async () => {
    const model = await aLanguageModel();
    model.trouble = (response, times) => {
      if (times > 1) return false;
      response.writeHead(429, { 'retry-after': '0.2' }).end('{"error": {"message": "slow down"}}');
      return true;
    };

    const run = await ended(asking(llm(model)));

    expect(await logOf(run, 's')).toBe(ANSWER);
    expect(model.asked).toHaveLength(2);
  });
});

describe('a chat that fails', () => {
  it('says what the service said, and never the key', async () => {
    const model = await aLanguageModel();
    model.trouble = (response) => {
      response.writeHead(401).end('{"error": {"message": "the key key-0815-secret is not valid"}}');
      return true;
    };
    const folder = temporaryFolder('chat');
    writeFileSync(join(folder, 'key'), 'key-0815-secret');
    const secret = `secrets: [{name: KEY, provider: file, key: ${folder}/key}]\n`;

    const run = await ended(asking(llm(model), secret));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(run.node('s').error).toMatch(/^127\.0\.0\.1:\d+: 401: the key \*+ is not valid/);
    expect(model.asked[0]?.headers.authorization).toBe('Bearer key-0815-secret');
    expect(await logOf(run, 's', 'stderr')).not.toContain('0815');
  });

  it.each([
    [
      'is cut',
      [{ choices: [{ delta: { content: 'Half' } }] }],
      'the answer was cut before its end',
    ],
    ['is no JSON', ['{not json'], 'the answer is not JSON: {not json'],
    ['is a complaint', [{ error: { message: 'the model fell over' } }], 'the model fell over'],
  ])('because its stream %s', async (_case, events, words) => {
    const model = await aLanguageModel();
    model.trouble = (response) => {
      stream(response, events);
      return true;
    };

    const run = await ended(asking(llm(model)));

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed' });
    expect(run.node('s').error).toContain(words);
  });

  it('names the variable that holds no key, and the service that is not there', async () => {
    const keyless = await ended(asking('provider: openai, model: m', ''));
    const nobody = await ended(asking('provider: local, model: m, base_url: "http://127.0.0.1:2"'));

    expect(keyless.node('s').error).toContain(
      'the variable OPENAI_API_KEY holds no key for openai',
    );
    expect(nobody.node('s').error).toMatch(/^127\.0\.0\.1:2: .*ECONNREFUSED/);
  });

  it('because it is stopped while the model thinks', async () => {
    const model = await aLanguageModel();
    model.trouble = () => true;
    const run = await startInline(asking(llm(model)), { engine: engine() });
    await eventually(() => model.asked.length > 0, 'the model is asked');

    await engine().client.call('runs.stop', run);

    expect((await endOf(run)).node('s').statusLabel).toBe('aborted');
  });

  it.each([
    ['llm: {provider: oracle, model: m}, messages: [{role: user, content: a}]', 'provider'],
    ['llm: {provider: local, model: m}, messages: [{role: robot, content: a}]', 'role'],
    ['llm: {provider: local, model: m}, messages: [{role: user}]', 'content'],
    ['llm: {provider: local, model: m}', 'messages'],
    ['llm: {provider: local, model: m, temprature: 1}, messages: []', 'temprature'],
    ['llm: {provider: local, model: m, temperature: 3}, messages: []', 'from 0 to 2'],
    ['llm: {provider: local}, messages: [{role: user, content: a}]', 'model'],
    ['messages: [{role: user, content: a}]', 'requires `llm`'],
  ])('because its DAG is refused: %s', async (fields, words) => {
    const refused = startInline(`steps:\n  - {type: chat, ${fields}}\n`, { engine: engine() });

    await expect(refused).rejects.toThrow(words);
  });
});
