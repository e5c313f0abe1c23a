import { describe, expect, it } from 'vitest';
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

describe('the fields of a DAG that name a payload', () => {
  const ref = '${WEBHOOK_PAYLOAD.ref:-main}';
  const spec = (more = ''): string => `working_dir: \${BRANCH}
env: [{BRANCH: "${ref}"}, {LENGTH: "\`printf '%s' ${ref} | wc -c | tr -d ' '\`"}]
params: [{TAG: "v-${ref}"}${more}]
steps: [{name: show, command: 'echo "$BRANCH $LENGTH $TAG $(basename "$PWD")"'}]
`;
  const payload = (ref: string): string => JSON.stringify({ WEBHOOK_PAYLOAD: { ref } });
  const show = async (spec: string, params?: string): Promise<string> =>
    logOf(await runToEnd(spec, params === undefined ? {} : { params }), 'show');

  it('have its parts, as data, and their defaults without one', async () => {
    expect(await show(spec(), payload('next'))).toBe('next 4 v-next next');
    expect(await show(spec(), payload('$HOME'))).toBe('$HOME 5 v-$HOME $HOME');
    expect(await show(spec())).toBe('main 4 v-main main');
  });

  it('have those of the entry in `params` where there is none', async () => {
    const own = `, {WEBHOOK_PAYLOAD: '{"ref":"tested"}'}`;

    expect(await show(spec(own))).toBe('tested 6 v-tested tested');
    expect(await show(spec(own), payload('next'))).toBe('next 4 v-next next');
  });

  it.each(['', 'params: [{WEBHOOK_PAYLOAD: "${DAG_NAME}"}]'])(
    'see none where nothing is known of it yet: %s',
    async (params) => {
      const whole = `env: [{ALL: "\${WEBHOOK_PAYLOAD:-none}"}]\n${params}\n`;

      expect(await show(`${whole}steps: [{name: show, command: 'echo "$ALL"'}]`)).toBe('none');
    },
  );
});

it('a payload that is longer than any variable is read by its parts, and refused as a whole', async () => {
  const payload = JSON.stringify({ big: 'x'.repeat(900_000), name: 'rocket' });

  const run = await runToEnd(
    `preconditions:
  - condition: test "\${WEBHOOK_PAYLOAD.name}" = rocket
steps:
  - name: part
    env:
      - PRINTED: '\`echo rocket\`'
    command: echo "\${WEBHOOK_PAYLOAD.name} \$PRINTED"
  - name: script
    script: |
      echo "\${WEBHOOK_PAYLOAD.name}"
  - name: whole
    command: echo "$WEBHOOK_PAYLOAD"
`,
    { params: JSON.stringify({ WEBHOOK_PAYLOAD: payload }) },
  );

  const { content } = await run.engine.client.call('runs.log', {
    name: run.name,
    dagRunId: run.dagRunId,
  });
  expect((await logOf(run, 'part')).trim()).toBe('rocket rocket');
  expect((await logOf(run, 'script')).trim()).toBe('rocket');
  expect(run.node('whole')).toMatchObject(
    process.platform === 'linux'
      ? { statusLabel: 'failed', error: expect.stringContaining('WEBHOOK_PAYLOAD is too long') }
      : {},
  );
  expect(content).toMatch(
    /variable omitted: too long for a process step=part variable=WEBHOOK_PAYLOAD$/m,
  );
});
