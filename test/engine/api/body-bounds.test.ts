import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { served } from './served.ts';

const values = (count: number, value: unknown) => Array.from({ length: count }, () => value);

async function refusedBy(body: string, path = '/sync/publish-all') {
  const { url } = await served(await anEngine());
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

describe('a JSON body', () => {
  it.each([
    ['many values', JSON.stringify({ itemIds: values(10_000, 1) }), 'more than 10000 values'],
    ['many objects', JSON.stringify({ itemIds: values(200_000, {}) }), 'more than 10000 values'],
    [
      'many fields',
      JSON.stringify(Object.fromEntries(values(1001, 0).map((_, i) => [`f${i}`, 1]))),
      'more than 1000 fields',
    ],
    [
      'many levels',
      `{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
      'nested more than 100 levels deep',
    ],
  ])('of %s is refused before anything is made of it', async (_what, body, reason) => {
    const { status, text } = await refusedBy(body);

    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining(reason),
    });
  });

  it('may have as many values as an operation takes, and one long text', async () => {
    const { status, text } = await refusedBy(
      JSON.stringify({ itemIds: values(9_900, 'x'), message: ','.repeat(10_000) }),
    );

    expect([status, text]).toEqual([503, expect.stringContaining('Git sync is not configured')]);
  });

  it('with many wrong parts names a hundred of them', async () => {
    const { status, text } = await refusedBy(JSON.stringify({ itemIds: values(9_000, 1) }));

    expect(status).toBe(400);
    const { details } = JSON.parse(text) as { details: { fields: Record<string, string> } };
    expect(Object.keys(details.fields)).toHaveLength(100);
  });
});
