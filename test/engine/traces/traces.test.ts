import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { anEngine, endOf, eventually, logOf, startInline } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { aServer } from '../../support/http-server.ts';
import { aCollector, aGrpcCollector, type TakenSpan, type TakenTrace } from '../../support/otlp.ts';

const otel = (endpoint: string, more = ''): string =>
  `otel: {enabled: true, endpoint: "${endpoint}"${more}}\n`;

const spansOf = (taken: readonly TakenTrace[]): readonly TakenSpan[] =>
  taken.flatMap(({ spans }) => spans);

const untilSpans = (taken: readonly TakenTrace[], count: number) =>
  eventually(() => spansOf(taken).length >= count, `${count} spans are there`);

const named = (taken: readonly TakenTrace[], name: string): TakenSpan | undefined =>
  spansOf(taken).find((span) => span.name === name);

describe('the trace of a run', () => {
  it('has a span for the run and each step that ran, with the headers and resource that are asked for', async () => {
    const { taken, endpoint } = await aCollector();
    const spec = `${otel(endpoint, ', headers: {X-Tenant: "${TENANT}"}, resource: {service.name: nightly, team: "${TENANT}"}')}params: [{TENANT: blue}]
steps:
  - {name: good, command: "echo $TRACEPARENT", output: PLACE}
  - {name: bad, command: exit 3, continue_on: {failure: true}}
  - {name: skipped, command: "true", preconditions: "false"}
`;

    const run = await endOf(await startInline(spec, { name: 'etl' }));
    await untilSpans(taken, 3);

    expect(taken[0]?.path).toBe('/v1/traces');
    expect(taken[0]?.headers['x-tenant']).toBe('blue');
    expect(taken[0]?.resource).toMatchObject({ 'service.name': 'nightly', team: 'blue' });
    expect(spansOf(taken).map(({ name }) => name)).toEqual(['etl', 'good', 'bad']);
    const [whole, good, bad] = spansOf(taken);
    expect(whole).toMatchObject({ parentSpanId: '', status: { code: 1 }, links: [] });
    expect(whole?.attributes).toMatchObject({
      'dagwright.run.id': run.dagRunId,
      'dagwright.run.status': 'partially_succeeded',
    });
    expect(good).toMatchObject({ parentSpanId: whole?.spanId, traceId: whole?.traceId });
    expect(bad).toMatchObject({
      status: { code: 2, message: 'exit status 3' },
      attributes: { 'process.exit.code': '3', 'dagwright.step.type': 'shell' },
    });
    expect(await logOf(run, 'good')).toBe(`00-${whole?.traceId}-${good?.spanId}-01`);
    const ms = (nano = ''): number => Number(BigInt(nano) / 1_000_000n);
    expect(new Date(ms(whole?.startTimeUnixNano)).toISOString()).toBe(run.run.startedAt);
    expect(new Date(ms(whole?.endTimeUnixNano)).toISOString()).toBe(run.run.finishedAt);
  });

  it('goes by gRPC to an endpoint without a scheme', async () => {
    const { taken, endpoint } = await aGrpcCollector();

    await endOf(
      await startInline(
        `${otel(endpoint, ', insecure: true, headers: {x-tenant: blue}')}steps: [{name: s, command: "true"}]\n`,
      ),
    );
    await untilSpans(taken, 2);

    expect(taken[0]?.headers['x-tenant']).toBe('blue');
    expect(spansOf(taken).map(({ name }) => name)).toEqual(['test', 's']);
  });

  it('goes on in the runs that it calls, below the step that called them', async () => {
    const { taken, endpoint } = await aCollector();
    const engine = await anEngine();
    writeFileSync(
      join(engine.config.paths.dagsDir, 'child.yaml'),
      `${otel(endpoint)}steps: [{name: inner, command: "echo $TRACEPARENT"}]\n`,
    );

    await endOf(
      await startInline(
        `${otel(endpoint)}steps: [{name: before, command: "true"}, {name: calls, call: child}]\n`,
        { engine },
      ),
    );
    await untilSpans(taken, 5);

    const [calls, child] = [named(taken, 'calls'), named(taken, 'child')];
    expect(child?.parentSpanId).toBe(calls?.spanId);
    expect(named(taken, 'inner')?.parentSpanId).toBe(child?.spanId);
    expect(new Set(spansOf(taken).map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('is another one for a retry, with a link to the first, and has what ran again alone', async () => {
    const { taken, endpoint } = await aCollector();
    const engine = await anEngine();
    const run = await startInline(
      `${otel(endpoint)}steps: [{name: kept, command: "true"}, {name: again, command: "false"}]\n`,
      { engine },
    );
    await endOf(run);
    await untilSpans(taken, 3);

    await engine.client.call('runs.retry', run);
    await untilSpans(taken, 5);

    const [first, , , second] = spansOf(taken);
    expect(
      spansOf(taken)
        .slice(3)
        .map(({ name }) => name),
    ).toEqual(['test', 'again']);
    expect(second?.traceId).not.toBe(first?.traceId);
    expect(second?.links).toEqual([{ traceId: first?.traceId, spanId: first?.spanId }]);
  });

  it('is what the environment of a step shows', async () => {
    const { endpoint } = await aCollector();
    const run = await endOf(
      await startInline(`${otel(endpoint)}steps: [{name: s, command: "echo $TRACEPARENT"}]\n`),
    );
    const { dagRunId } = run;

    const { variables } = await run.engine.client.call('runs.stepEnvironment', {
      name: 'test',
      dagRunId,
      stepName: 's',
    });

    const shown = variables.find(({ name }) => name === 'TRACEPARENT');
    expect(shown?.value).toBe(await logOf(run, 's'));
  });
});

describe('a trace that nobody takes', () => {
  const steps = 'steps: [{name: s, command: "true"}]\n';
  const noteOf = async (spec: string): Promise<string> => {
    const run = await endOf(await startInline(spec));
    const log = async () => (await run.engine.client.call('runs.log', run)).content;
    await eventually(async () => (await log()).includes('trace not sent'), 'it is noted');
    expect(run.run).toMatchObject({ statusLabel: 'succeeded', error: '' });
    return log();
  };

  it('is noted in the log of its run, with the reason', async () => {
    const { port } = await aCollector(400);

    expect(await noteOf(`${otel(`http://127.0.0.1:${port}`)}${steps}`)).toMatch(
      /trace not sent error="http:\/\/127\.0\.0\.1:\d+: Bad Request/,
    );
    expect(await noteOf(`${otel('http://127.0.0.1:1', ', timeout: 200ms')}${steps}`)).toContain(
      'ECONNREFUSED',
    );
  });

  it.each([
    ['knows nobody', (answer: ServerResponse) => answer.writeHead(401).end(), 'Unauthorized'],
    ['cuts the line', (answer: ServerResponse) => answer.destroy(), /hang up|ECONNRESET|timeout/],
    ['says nothing', () => undefined, /timed? ?out/i],
  ])('is noted where the collector %s', async (_what, answer, words) => {
    const endpoint = await aServer((_request, response) => void answer(response));

    expect(await noteOf(`${otel(endpoint, ', timeout: 500ms')}${steps}`)).toMatch(words);
  });

  it('leaves nothing here when the engine is killed while it is sent', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const endpoint = await aServer((_request, response) => asked.resolve(response));
    const config = temporaryConfig();
    const folder = join(config.paths.dataDir, 'traces');
    const run = { name: 'test', dagRunId: 'traced' };
    const killed = await forkEngine(config);
    const headers = ', headers: {Authorization: token-4711}';
    await killed.call('runs.start', { spec: `${otel(endpoint, headers)}${steps}`, ...run });
    const answer = await asked.promise;
    const whileSending = readdirSync(folder);

    await killed.kill();
    // As if its program had not come to take it away.
    writeFileSync(join(folder, 'batch.input'), 'token-4711');
    const next = await anEngine({ config });

    expect(whileSending).not.toContain('batch.input');
    expect(existsSync(folder)).toBe(false);
    expect((await endOf({ engine: next, ...run })).run.statusLabel).toBe('succeeded');
    answer.writeHead(200).end();
  });

  it('is not wanted where it is not enabled', async () => {
    const { taken, endpoint } = await aCollector();
    const off = otel(endpoint).replace('true', 'false');

    const run = await endOf(
      await startInline(`${off}steps: [{name: s, command: 'echo "[$TRACEPARENT]"'}]\n`),
    );
    await run.engine.stop();

    expect(
      await logOf({ ...run, engine: await anEngine({ config: run.engine.config }) }, 's'),
    ).toBe('[]');
    expect(taken).toEqual([]);
  });

  it('is noted where a variable leads to something that is no collector', async () => {
    const spec = `${otel('${WHERE}')}params: [{WHERE: "ftp://127.0.0.1:1"}]\n${steps}`;

    expect(await noteOf(spec)).toMatch(/`endpoint` of `otel`, \$\{WHERE\}, must start with `http:/);
  });

  it.each(['http://h', 'HTTPS://h/v1/traces', 'grpc://h:1', 'grpcs://h:1', 'h:4317', '${A}://h'])(
    'may go to %s',
    (endpoint) => {
      expect(loadDag(`${otel(endpoint)}${steps}`, { name: 'test' }).issues).toEqual([]);
    },
  );

  it('has an endpoint, or its DAG does not load', async () => {
    await expect(startInline(`otel: {enabled: true}\n${steps}`)).rejects.toThrow(
      '`otel` requires `endpoint` when it is enabled',
    );
  });
});
