import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { readWebhookPayload } from '../../../engine/services/handlers/webhooks/webhook-payload.ts';

const read = (text: string) => readWebhookPayload(Buffer.from(text));

function outcomeOf(work: () => string): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('the body of a request to a webhook', () => {
  it.each([
    { body: '', payload: '{}' },
    { body: ' \n', payload: '{}' },
    { body: '{}', payload: '{}' },
    { body: '{"payload": {"a": [1, 2]}}', payload: '{"a":[1,2]}' },
    { body: '{"payload": null}', payload: '{}' },
    { body: '{"payload": null, "a": 1.50}', payload: '{"a":1.50}' },
    {
      body: '{"payload": {"n": 12345678901234567890, "m": 1.50}}',
      payload: '{"n":12345678901234567890,"m":1.50}',
    },
    { body: '{"a": {"b":  1}}', payload: '{"a": {"b":  1}}' },
    { body: '[1, 2]', payload: '[1, 2]' },
    { body: '"x"', payload: '"x"' },
    { body: '0', payload: '0' },
    { body: '12345678901234567890', payload: '12345678901234567890' },
    { body: 'null', payload: 'null' },
    { body: '{"__proto__": {"payload": 1}}', payload: '{"__proto__": {"payload": 1}}' },
    { body: '{"payload": {"__proto__": 1}}', payload: '{"__proto__":1}' },
    { body: '[{"dagRunId": "no id"}]', payload: '[{"dagRunId": "no id"}]' },
  ])('$body gives the payload $payload', ({ body, payload }) => {
    expect(read(body)).toEqual({ payload, dagRunId: undefined });
  });

  it.each([
    { body: '{"dagRunId": "r1", "payload": {}}', payload: '{}' },
    { body: '{"dagRunId": "r1", "a": 1}', payload: '{"dagRunId": "r1", "a": 1}' },
  ])('$body names its run', ({ body, payload }) => {
    expect(read(body)).toEqual({ payload, dagRunId: 'r1' });
  });

  it.each([
    '{',
    '{"a":1} x',
    'undefined',
    'a=b',
    '{"payload": }',
    '\u0000',
    '{"payload":"\u0001"}',
  ])('is refused when it is no JSON: %j', (body) => {
    expect(() => read(body)).toThrow('The body is not JSON.');
  });

  it('is refused when it is not UTF-8', () => {
    expect(() => readWebhookPayload(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not JSON');
  });

  it.each(['"text"', '[{}]', '1.50', '12345678901234567890', 'true'])(
    'is refused when its payload is no object: %s',
    (payload) => {
      expect(() => read(`{"payload": ${payload}}`)).toThrow(/^payload: must be a JSON object/);
    },
  );

  it.each(['latest', 'a b', '', 7, null, {}])(
    'is refused with %j for the id of a run',
    (dagRunId) => {
      expect(() => read(JSON.stringify({ dagRunId }))).toThrow(/^dagRunId: /);
    },
  );

  it('is refused when it is nested deeper than anything can walk', () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);

    expect(() => read(`{"payload": ${deep}}`)).toThrow(EngineError);
  });

  it('is JSON or refused, whatever it is', () => {
    const bodies = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record({ payload: fc.jsonValue(), dagRunId: fc.constantFrom('a', 'b c') })
        .map((value) => Buffer.from(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const outcome = outcomeOf(() => readWebhookPayload(body).payload);

        if (typeof outcome === 'string') expect(() => JSON.parse(outcome)).not.toThrow();
        else expect(outcome).toMatchObject({ code: 'bad_request' });
      }),
    );
  });

  it('keeps the value of the payload', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
        const text = JSON.stringify({ payload }, null, 2);

        expect(JSON.parse(read(text).payload)).toEqual(JSON.parse(text).payload);
      }),
    );
  });
});
