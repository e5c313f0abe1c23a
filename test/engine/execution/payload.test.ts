import { expect, it } from 'vitest';
import { logOf, runToEnd } from '../../support/engine.ts';

it('a payload is read by its fields and list positions, as data', async () => {
  const params = JSON.stringify({
    WEBHOOK_PAYLOAD: { a: { b: [1, { c: '$(touch x) "q"' }] }, empty: null },
  });

  const run = await runToEnd(
    `steps:
  - name: show
    command: |
      echo "\${WEBHOOK_PAYLOAD.a.b.0}|\${WEBHOOK_PAYLOAD.a.b[1].c}|\${WEBHOOK_PAYLOAD.empty}|\${WEBHOOK_PAYLOAD.a}"
`,
    { params },
  );

  expect((await logOf(run, 'show')).trim()).toBe(
    '1|$(touch x) "q"||{"b":[1,{"c":"$(touch x) \\"q\\""}]}',
  );
});
