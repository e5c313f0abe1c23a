import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, engineOfFile, logOf, startInline, type EndedRun } from '../../support/engine.ts';
import { aHttpRemote } from '../../support/git/http-remote.ts';
import { bombTree, commitTree } from '../../support/git/large-trees.ts';
import { freePort, temporaryFolder } from '../../support/home.ts';
import { aLine } from '../../support/line.ts';

const engine = engineOfFile();

/** A folder with these files, which is the working directory of the step. */
function place(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('gha');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function ran(
  files: Readonly<Record<string, string>>,
  step = '',
  head = '',
): Promise<EndedRun> {
  const spec = `working_dir: ${place(files)}\n${head}steps:\n  - {name: s, type: gha, command: ./act${step}}\n`;
  return endOf(await startInline(spec, { engine: engine() }));
}

const composite = (steps: string, more = ''): string =>
  `name: it\ndescription: does it\n${more}runs:\n  using: composite\n  steps:\n${steps.replace(/^(?=.)/gm, '    ')}`;

const javascript = (more = ''): string =>
  `name: it\ndescription: does it\ninputs: {who: {default: nobody}}\nruns: {using: node20, main: main.js${more}}\n`;

describe('a composite action', () => {
  it('runs with its inputs, and its outputs are JSON where they alone are asked for', async () => {
    const action = composite(
      `- id: one
  shell: sh
  env: {WHO: "\${{ inputs.who }}"}
  run: |
    echo "hello $WHO from \${{ inputs.place }}"
    echo "said=hi $WHO" >> "$GITHUB_OUTPUT"
    printf 'lines<<END\\na\\nb\\nEND\\n' >> "$GITHUB_OUTPUT"
- shell: bash
  if: steps.one.outputs.said == 'hi Ada'
  run: echo "again $GITHUB_ACTIONS"
`,
      `inputs:
  who: {description: whom, required: true}
  place: {default: "\${{ github.workflow }}"}
outputs:
  said: {description: it, value: "\${{ steps.one.outputs.said }}"}
  lines: {value: "\${{ toJSON(steps.one.outputs.lines) }}"}
`,
    );

    const plain = await ran({ 'act/action.yml': action }, ', params: {WHO: Ada}');
    const only = await ran(
      { 'act/action.yaml': action },
      ', params: {who: "${NAME}"}, config: {outputs_only: true}, output: OUT}\n  - {name: t, command: "echo ${OUT.said}"',
      'params: [{NAME: Ada}]\n',
    );

    expect(plain.node('s').error).toBe('');
    expect(await logOf(plain, 's')).toBe('hello Ada from test\nagain true');
    expect(plain.node('s').facts).toContainEqual({ name: 'said', value: 'hi Ada' });
    expect(await logOf(only, 's')).toBe('{"said":"hi Ada","lines":"\\"a\\\\nb\\""}');
    expect(await logOf(only, 's', 'stderr')).toBe('hello Ada from test\nagain true');
    expect(await logOf(only, 't')).toBe('hi Ada');
  });

  it('hands on variables and paths, and hides what it is told to hide', async () => {
    const action = composite(`- shell: sh
  run: |
    mkdir -p "$RUNNER_TEMP/bin" && printf '#!/bin/sh\\necho mine' > "$RUNNER_TEMP/bin/own" && chmod +x "$RUNNER_TEMP/bin/own"
    echo "$RUNNER_TEMP/bin" >> "$GITHUB_PATH"
    echo "KEPT=tok-4711" >> "$GITHUB_ENV"
    echo "::add-mask::tok-4711"
    echo "::group::A group"
    echo "::error file=a.txt,line=3::It is%0Abroken"
    echo "::set-env name=EVIL::x"
    echo "# Done" >> "$GITHUB_STEP_SUMMARY"
- shell: sh
  run: own; echo "$KEPT$EVIL"; echo "::stop-commands::halt"; echo "::group::text"; echo "::halt::"
`);

    const run = await ran({ 'act/action.yml': action });

    expect(await logOf(run, 's')).toBe(
      'A group\nerror: It is\nbroken (a.txt:3)\nwarning: ::set-env:: is not obeyed: use $GITHUB_ENV or $GITHUB_PATH\n# Done\nmine\n***\n::group::text',
    );
  });

  it('ends with the exit code of the step that failed, after those that run always', async () => {
    const action = composite(`- {id: soft, shell: sh, run: exit 4, continue-on-error: true}
- {shell: sh, run: 'echo "\${{ steps.soft.outcome }} \${{ steps.soft.conclusion }}"'}
- {shell: sh, run: exit 7}
- {shell: sh, run: echo never}
- {shell: sh, if: failure(), run: echo failed}
- {shell: sh, if: "\${{ always() }}", run: echo always}
`);

    const run = await ran({ 'act/action.yml': action });

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 7 });
    expect(await logOf(run, 's')).toBe('failure success\nfailed\nalways');
  });

  it('uses other actions, whose outputs it reads', async () => {
    const inner = composite(
      `- {id: it, shell: "python3 {0}", run: "print('deep', '\${{ inputs.n }}'); import os; open(os.environ['GITHUB_OUTPUT'], 'a').write('twice=' + str(2 * int('\${{ inputs.n }}')) + chr(10))"}\n`,
      'inputs: {n: {}}\noutputs: {twice: {value: "${{ steps.it.outputs.twice }}"}}\n',
    );
    const outer = composite(`- {id: in, uses: ./inner, with: {n: 21}}
- shell: sh
  run: echo "\${{ format('got {0}', steps.in.outputs.twice) }}"
`);

    const run = await ran({ 'act/action.yml': outer, 'inner/action.yml': inner });

    expect(run.node('s').error).toBe('');
    expect(await logOf(run, 's')).toBe('deep 21\ngot 42');
  });

  it('keeps a value from being a command of a shell where it comes as a variable', async () => {
    const action = composite(
      '- {shell: sh, env: {WHO: "${{ inputs.who }}"}, run: \'echo "$WHO"\'}\n',
      'inputs: {who: {}}\n',
    );

    const run = await ran(
      { 'act/action.yml': action },
      ", params: {who: '$(id); ${{ env.HOME }}'}",
    );

    expect(await logOf(run, 's')).toBe('$(id); ${{ env.HOME }}');
  });
});

describe('a JavaScript action', () => {
  it('runs before, in and after the step, with its inputs and its state', async () => {
    const main = `
      const { appendFileSync } = require('fs');
      console.log('hello', process.env.INPUT_WHO, process.env.STATE_begun, process.cwd() === process.env.GITHUB_WORKSPACE);
      appendFileSync(process.env.GITHUB_OUTPUT, 'said=yes\\n');
    `;
    const run = await ran(
      {
        'act/action.yml': javascript(', pre: pre.js, post: post.js'),
        'act/main.js': main,
        'act/pre.js': "console.log('before'); console.log('::save-state name=begun::early');",
        'act/post.js': "console.log('after', process.env.STATE_begun)",
      },
      ', params: {who: Ada}',
    );

    expect(run.node('s').error).toBe('');
    expect(await logOf(run, 's')).toBe('before\nhello Ada early true\nafter early');
  });

  it('is cleaned up after when it failed', async () => {
    const run = await ran({
      'act/action.yml': javascript(', post: post.js'),
      'act/main.js': "console.error('broken'); process.exitCode = 3",
      'act/post.js': "console.log('swept')",
    });

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 3 });
    expect(await logOf(run, 's')).toBe('swept');
    expect(await logOf(run, 's', 'stderr')).toBe('broken');
  });
});

describe('an action of a repository', () => {
  /** A server with the repository `owner/acme`, which a token opens. */
  async function aServer() {
    const root = temporaryFolder('actions');
    const remote = await aHttpRemote(join(root, 'acme'));
    symlinkSync('.', join(root, 'owner'));
    symlinkSync('acme', join(root, 'acme.git'));
    const server = remote.url.replace(/\/acme$/, '');
    const env = `env: [{GITHUB_SERVER_URL: "${server}"}, {GITHUB_TOKEN: right-token}]\n`;
    const run = async (action: string, head = env): Promise<EndedRun> =>
      endOf(
        await startInline(`${head}steps:\n  - {name: s, type: gha, command: "${action}"}\n`, {
          engine: engine(),
        }),
      );
    return { remote, server, run };
  }
  const saying = (words: string): string => composite(`- {shell: sh, run: echo ${words}}\n`);

  it('is checked out at its branch, its tag or its commit, and from a folder of it', async () => {
    const { remote, run } = await aServer();
    const first = await remote.repository.commit({ 'action.yml': saying('first') });
    await remote.repository.git('tag', 'v1', first);
    await remote.repository.commit({
      'action.yml': saying('second'),
      'sub/own/action.yml': saying('sub'),
    });

    expect(await logOf(await run('owner/acme@main'), 's')).toBe('second');
    expect(await logOf(await run('owner/acme@v1'), 's')).toBe('first');
    expect(await logOf(await run(`owner/acme@${first}`), 's')).toBe('first');
    expect(await logOf(await run('owner/acme/sub/own@main'), 's')).toBe('sub');
  });

  it('is named when it cannot be had, and gets no token of another server', async () => {
    const { remote, server, run } = await aServer();
    await remote.repository.commit({ 'action.yml': saying('here') });

    const missing = await run('owner/acme@v9');
    const elsewhere = await run(
      `${server}/owner/acme@main`,
      'env: [{GITHUB_SERVER_URL: "http://127.0.0.1:1"}, {GITHUB_TOKEN: right-token}]\n',
    );

    expect(missing.node('s').error).toMatch(/^cannot check out http:.*owner\/acme@v9: /);
    expect(elsewhere.node('s').error).toMatch(/cannot check out/);
    expect(remote.seen.every(({ authorization }) => authorization !== undefined)).toBe(true);
  });

  it.each([
    ['ten folders in one another nine times', 9, 'more files and folders than an action may have'],
    [
      'a hundred folders in one another',
      100,
      'more folders in one another than an action may have',
    ],
  ])('is not checked out with %s', async (_, levels, words) => {
    const { remote, run } = await aServer();
    await remote.repository.commit({ 'action.yml': saying('here') });
    if (levels === 100) await remote.repository.commit({ [`${'d/'.repeat(levels)}x`]: 'x' });
    else await commitTree(remote.repository, await bombTree(remote.repository, levels), 'bomb');

    const { error } = (await run('owner/acme@main')).node('s');

    expect(error).toMatch(/^cannot check out /);
    expect(error).toContain(words);
  });

  it('takes no token to another port, where its server redirects to', async () => {
    const { remote, server, run } = await aServer();
    await remote.repository.commit({ 'action.yml': saying('here') });
    const other = await aHttpRemote(join(temporaryFolder('actions'), 'other'));
    remote.redirect = (path) => `${new URL(other.url).origin}${path}`;

    const elsewhere = await run('owner/acme@main');

    const error = `${server.slice(7)} redirects to ${new URL(other.url).origin}, which is another origin; if the action is there, name it with that address`;
    expect(elsewhere.node('s').error).toContain(error);
    expect(other.seen).toEqual([]);
  });

  it('fails with the reason where its server refuses, or the line is cut in the middle', async () => {
    const { remote, run } = await aServer();
    await remote.repository.commit({
      'action.yml': saying('here'),
      large: randomBytes(2 * 1024 * 1024).toString('hex'),
    });
    const line = await aLine(Number(new URL(remote.url).port));
    line.cutAfter(1024 * 1024);
    const at = (port: number): string =>
      `env: [{GITHUB_SERVER_URL: "http://127.0.0.1:${port}"}, {GITHUB_TOKEN: right-token}]\n`;

    const refused = await run('owner/acme@main', at(await freePort()));
    const cut = await run('owner/acme@main', at(line.port));

    expect(refused.node('s').error).toMatch(/^cannot check out .*acme@main: .*ECONNREFUSED/);
    expect(cut.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
    expect(cut.node('s').error).toMatch(/^cannot check out .*acme@main: ./);
  });

  it('leaves nothing behind', async () => {
    const before = readdirSync(tmpdir());
    const { remote, run } = await aServer();
    await remote.repository.commit({ 'action.yml': saying('here') });

    await run('owner/acme@main');

    const left = readdirSync(tmpdir()).filter((name) => !before.includes(name));
    expect(left.filter((name) => name.startsWith('.dagwright-'))).toEqual([]);
  });
});

describe('an action that cannot run', () => {
  it.each([
    ['a folder without one', {}, '', /there is no action in .*act: it has no action\.yml/],
    [
      'another kind',
      { 'act/action.yml': 'runs: {using: cobol, main: a}\n' },
      '',
      /action\.yml: `runs\.using`: "cobol" is not supported; supported are composite, docker, node12/,
    ],
    ['no kind', { 'act/action.yml': 'runs: {main: a}\n' }, '', /`runs\.using`/],
    [
      'a key that is not supported',
      { 'act/action.yml': composite('- {run: "true", shell: sh, timeout-minutes: 3}\n') },
      '',
      /timeout-minutes/,
    ],
    [
      'an input that it does not have',
      { 'act/action.yml': javascript() },
      ', params: {whom: x}',
      /has no input whom: it has who/,
    ],
    [
      'an expression that nobody knows',
      { 'act/action.yml': composite('- {shell: sh, run: "echo ${{ secrets.X }}"}\n') },
      '',
      /\$\{\{ secrets\.X \}\}: Unrecognized named-value/,
    ],
    [
      'a script without a shell',
      { 'act/action.yml': composite('- {name: it, run: "true"}\n') },
      '',
      /the step "it" of the action requires `shell`/,
    ],
    [
      'one that uses itself',
      { 'act/action.yml': composite('- {uses: ./act}\n') },
      '',
      /actions use each other without end/,
    ],
  ])('says so: %s', async (_case, files, step, words) => {
    const run = await ran(files, step);

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed' });
    expect(run.node('s').error).toMatch(words);
  });

  it.each([
    ['command: nothing', '"nothing" names no action'],
    ['command: [./a, ./b]', 'must be a single text'],
    ['command: ./a, params: text', 'must be a map'],
    ['command: a/b/../../c@v1', 'leaves its repository'],
    ['command: ./a, config: {image: x}', 'image'],
  ])('is refused when its DAG is loaded: %s', async (fields, words) => {
    const spec = `steps:\n  - {type: gha, ${fields}}\n`;

    await expect(startInline(spec, { engine: engine() })).rejects.toThrow(words);
  });
});
