import { describe, expect, it, vi } from 'vitest';
import { EngineError, errorCodes, toWireError } from '../../engine/contract/errors.ts';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../engine/contract/operations.ts';
import type { Operation } from '../../engine/contract/operation.ts';
import { pathFields, takesBody } from '../../engine/contract/rest.ts';
import { samples, type Sample, type Stage } from './samples.ts';
import { bothTransports, transportsOfBlock, type Call, type Transports } from './transports.ts';

/** The answer with what differs between two runs of the same thing taken out: names of twins, times, ids, places. */
function steady(value: unknown, twin: string): unknown {
  const text = JSON.stringify(withoutFigures(value) ?? null)
    .replaceAll(twin, '<twin>')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?Z?/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/"(log|stdout|stderr)":"\/[^"]*"/g, '"$1":"<path>"')
    .replace(/"id":\d+/g, '"id":0')
    .replace(/"attemptId":"\w+"/g, '"attemptId":"<id>"')
    .replace(/"(uptime|latencyMs)":\d+/g, '"$1":0')
    .replace(/"(cpu|memory|disk|load)":\[[^\]]*\]/g, '"$1":[]')
    .replace(/"(token|key|keyPrefix|tokenPrefix|secret)":"[^"]*"/g, '"$1":"<secret>"')
    .replace(/"cpuMs":\d+/g, '"cpuMs":0')
    .replace(/"(peakMemory|memoryUsed|diskUsed)Bytes":\d+/g, '"$1Bytes":0');
  return JSON.parse(text);
}

/** Of metrics, which are other ones at every look, what they are is left. */
function withoutFigures(value: unknown): unknown {
  return typeof value === 'string'
    ? value.split('\n').filter((line) => line.startsWith('#'))
    : value;
}

async function failure(answer: Promise<unknown>): Promise<unknown> {
  try {
    return { answeredInsteadOfFailing: await answer };
  } catch (error) {
    // Anything else never came from an engine: the transport itself broke.
    if (!(error instanceof EngineError)) throw error;
    return toWireError(error);
  }
}

function sampleOf(name: OperationName): Sample {
  const sample = samples[name];
  if (sample === undefined) {
    throw new Error(`The operation ${name} has no sample: add one to test/transports/samples.ts.`);
  }
  // The sample stands under the name of its own operation.
  return sample as unknown as Sample;
}

/** Plays an operation once on a stage of its own; what comes before goes straight to the engine. */
async function play(name: OperationName, call: Call, { engine }: Transports, twin: string) {
  const sample = sampleOf(name);
  const stage: Stage = { name: twin, call: engine.client.call as Call };
  if (sample.input === null) throw new Error(`No input of ${name} succeeds.`);
  await sample.given?.(stage);
  const answer = await call(name, await sample.input(stage));
  return { answer, steady: steady(answer, twin) };
}

const answering = operationNames.filter((name) => samples[name]?.input !== null);

describe('every operation', () => {
  it.each(answering)('answers alike over REST and over IPC: %s', async (name) => {
    const transports = await bothTransports();

    const rest = await play(name, transports.rest, transports, 'twin-one');
    const ipc = await play(name, transports.ipc, transports, 'twin-two');

    expect(rest.steady).toEqual(ipc.steady);
    for (const { answer } of [rest, ipc]) {
      expect(operations[name].output().safeParse(answer).error).toBeUndefined();
    }
    await stopAll(transports);
  });
});

describe('every operation that refuses its input', () => {
  const transports = transportsOfBlock();

  it.each(operationNames)('fails alike over REST and over IPC: %s', async (name) => {
    const { rest, ipc } = transports();

    for (const input of sampleOf(name).refused) {
      const overRest = await failure(rest(name, input));
      const overIpc = await failure(ipc(name, input));

      expect(overRest).toEqual(overIpc);
      expect(overRest).toMatchObject({ code: expect.stringMatching(errorCodes.join('|')) });
      expect(overRest).not.toMatchObject({ code: 'internal_error' });
    }
  });
});

const withBody = operationNames.filter((name) => {
  const operation: Operation = operations[name];
  return takesBody(operation) && operation.wholeBody === undefined;
});

describe('every operation with a body', () => {
  const transports = transportsOfBlock();

  it.each(withBody)(
    'refuses a field that it does not know, over REST and IPC: %s',
    async (name) => {
      const { rest, ipc } = transports();
      const operation: Operation = operations[name];
      const inPath = pathFields(operation).map((field) => [field, 'x']);
      const input = { ...Object.fromEntries(inPath), 'no such field': 1 };

      const overRest = await failure(rest(name, input));

      expect(overRest).toEqual(await failure(ipc(name, input)));
      if (operation.builtinOnly !== undefined) return;
      const fields = { 'no such field': expect.stringMatching(/unknown field|is not a setting/) };
      expect(overRest).toMatchObject({ code: 'bad_request', details: { fields } });
    },
  );
});

/** No process of a step may outlive its test. */
async function stopAll({ engine }: Transports): Promise<void> {
  const withStatus = async (status: number) =>
    (await engine.client.call('runs.list', { status })).dagRuns;
  const running = async () => [...(await withStatus(1)), ...(await withStatus(7))];
  // Those that wait would begin when the others end.
  for (const { name, dagRunId } of await withStatus(5)) {
    // One that has begun meanwhile is stopped below.
    await failure(engine.client.call('runs.dequeue', { name, dagRunId }));
  }
  for (const { name, dagRunId } of await running()) {
    // One that is about to end, or was told to, cannot be stopped: it is waited for below.
    await failure(engine.client.call('runs.stop', { name, dagRunId }));
  }
  await vi.waitUntil(async () => (await running()).length === 0, { timeout: 10_000 });
}
