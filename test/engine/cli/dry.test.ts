import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright, homeWith, serve } from './dagwright.ts';

const plan = `type: graph
params:
  - REGION: north
preconditions:
  - condition: \${REGION}
    expected: re:^(north|south)$
steps:
  - name: fetch
    command: touch made-by-dry; echo "orders of $REGION"
    output: ORDERS
  - name: ask
    type: hitl
    depends: fetch
    config:
      prompt: Send those of \${REGION}?
  - name: send
    depends: ask
    preconditions: test -n "$ORDERS"
    call: mailing
    params:
      REGION: \${REGION}
handler_on:
  exit: echo bye
`;

describe('dagwright dry', () => {
  it('prints the plan of a file with its values, and executes nothing', async () => {
    const cwd = temporaryFolder('dry');
    writeFileSync(join(cwd, 'plan.yaml'), plan);
    const args = ['dry', 'plan.yaml', '--', 'REGION=south'];

    const { stdout, exitCode } = await dagwright(args, { home: homeWith(), cwd });

    expect(stdout).toBe(`plan  3 steps, nothing was executed
  in ${cwd}  params {"REGION":"south"}
  only if "south" is "re:^(north|south)$"

1  fetch
   $ touch made-by-dry; echo "orders of south"

2  ask  hitl  after fetch
   asks: Send those of south?
   Waits for approval.

3  send  dag  after ask
   only if this succeeds: test -n "$ORDERS"
   calls mailing, which does not exist yet
     with REGION=south

•  on exit
   $ echo bye
`);
    expect(exitCode).toBe(0);
    expect(existsSync(join(cwd, 'made-by-dry'))).toBe(false);
  });

  it('asks the running engine about a stored DAG', async () => {
    const home = homeWith({ plan, mailing: 'steps: [echo]' });
    await using server = await serve(home);

    const { stdout } = await dagwright(['dry', 'plan', '--format', 'json'], { home });
    const history = await dagwright(['history', '--format', 'json'], { home });

    expect(server.url).toMatch(/^http:/);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'plan',
      steps: [
        { name: 'fetch', depends: [] },
        { name: 'ask', depends: ['fetch'] },
        { name: 'send', depends: ['ask'], call: { known: true } },
      ],
    });
    expect(JSON.parse(history.stdout)).toEqual([]);
  });

  it('shows the errors of a file, and suggests the DAG that was meant', async () => {
    const home = homeWith({ plan });
    const cwd = temporaryFolder('dry');
    writeFileSync(join(cwd, 'broken.yaml'), 'stops: []\n');

    const broken = await dagwright(['dry', './broken.yaml'], { home, cwd });
    const unknown = await dagwright(['dry', 'plam'], { home });

    expect(broken.stderr).toMatch(/broken\.yaml:1:1: error: unknown key `stops`/);
    expect(unknown.stderr).toBe('error: DAG plam not found: did you mean `plan`?\n');
    expect([broken.exitCode, unknown.exitCode]).toEqual([1, 1]);
  });
});
