import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { aServer } from '../../support/http-server.ts';
import { asking } from './asking.ts';

/** One for all: a case is a run. */
const engine = engineOfFile();

const ended = async (spec: string): Promise<EndedRun> =>
  endOf(await startInline(spec, { engine: engine() }));

describe('a body that is a map or a list', () => {
  it('is sent as JSON, in which a value is text whatever it contains', async () => {
    const server = await aServer((asked, answer) => {
      void textOf(asked).then((body) =>
        answer.end(JSON.stringify({ body, headers: asked.headers })),
      );
    });
    const before = `- {name: before, command: 'printf ''line "one"\\nline {"two": 2}''', output: MSG}`;
    const step = asking(
      `POST ${server}/`,
      'config:',
      '  headers: {X-Kind: "${KIND}"}',
      '  body: {text: "${MSG}", n: 1.50, all: [true, null, "5", {deep: "<${KIND}>"}]}',
      '  silent: true',
    );

    const run = await ended(
      `params: [{KIND: note}]\n${step.replace('steps:', `steps:\n  ${before}`)}`,
    );

    expect(run.node('s').error).toBe('');
    const { body, headers } = JSON.parse(await logOf(run, 's')) as {
      body: string;
      headers: Record<string, string>;
    };
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-kind': 'note' });
    expect(body).toContain('"n":1.50,');
    expect(JSON.parse(body)).toEqual({
      text: 'line "one"\nline {"two": 2}',
      n: 1.5,
      all: [true, null, '5', { deep: '<note>' }],
    });
  });

  it('keeps the content type that its step names', async () => {
    const server = await aServer((asked, answer) => {
      void textOf(asked).then((body) => answer.end(`${asked.headers['content-type']} ${body}`));
    });

    const run = await ended(
      asking(
        `POST ${server}/`,
        'config: {headers: {content-type: application/vnd.x+json}, body: [1, a], silent: true}',
      ),
    );

    expect(await logOf(run, 's')).toBe('application/vnd.x+json [1,"a"]');
  });
});
