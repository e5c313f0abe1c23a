import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../engine/platform/find-program.ts';
import { builtCommand } from '../../support/built-output.ts';
import { dagwright, homeWith } from './dagwright.ts';

const home = homeWith({
  daily: 'steps: [echo]',
  'night.report': 'steps: [echo]',
  '.hidden': 'steps: [echo]',
});
const other = homeWith({ elsewhere: 'steps: [echo]' });
const otherConfig = join(home, 'other.yaml');
writeFileSync(otherConfig, `paths: {dags_dir: ${other}/dags}`);
writeFileSync(join(home, 'draft.yaml'), 'steps: [echo]');

const bin = join(home, 'bin');
mkdirSync(bin);
writeFileSync(
  join(bin, 'dagwright'),
  `#!/bin/sh\nexec '${process.execPath}' '${builtCommand()}' "$@"\n`,
  {
    mode: 0o755,
  },
);
const env = {
  PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
  HOME: home,
  SVC_HOME: home,
  XDG_CACHE_HOME: join(tmpdir(), 'cache'),
};

/** What a shell offers for a command line that ends with the word that is completed. */
type Complete = (line: readonly string[]) => Promise<readonly string[]>;

async function offered(shell: readonly [string, ...string[]], script: string) {
  const [program, ...args] = shell;
  const { stdout } = await execa(program, [...args, script], { env, cwd: home });
  return stdout.split('\n').filter(Boolean);
}

const quoted = (text: string) => `'${text}'`;

const bash: Complete = (line) =>
  offered(
    ['bash', '--norc', '-c'],
    `source ./completion.bash
compopt() { [[ $2 == default ]] && echo '<files>'; }
COMP_WORDS=(dagwright ${line.map(quoted).join(' ')})
COMP_CWORD=${line.length}
_dagwright
printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

const fish: Complete = async (line) => {
  const text = ['dagwright', ...line].join(' ');
  const rows = await offered(
    ['fish', '--no-config', '-c'],
    `source ./completion.fish; complete --do-complete ${quoted(text)}`,
  );
  return rows.map((row) => row.split('\t', 1)[0] ?? '');
};

/** zsh completes only where somebody types, so its functions are caught before they would draw. */
const zsh =
  (load: string): Complete =>
  (line) =>
    offered(
      ['zsh', '-f', '-c'],
      `compdef() { : }
${load}
compadd() { [[ $1 == -a ]] && print -rl -- \${(P)2} }
_describe() { local all=\${@[-1]}; print -rl -- \${\${(P)all}%%:*} }
_files() { print '<files>' }
compset() { : }
words=(dagwright ${line.map(quoted).join(' ')})
CURRENT=${line.length + 1}
_dagwright`,
    );

const zshAtOnce = zsh('source ./completion.zsh');
const zshLazily = zsh('fpath=(./functions); autoload -U _dagwright');

const shells = Object.entries({ bash, fish, zsh: zshAtOnce }).filter(
  ([name]) => findProgram(name, process.env['PATH'] ?? '', '/') !== null,
);

it('is tested with bash at least', () => {
  expect(shells.map(([name]) => name)).toContain('bash');
});

describe.each(shells)('%s', (name, complete) => {
  beforeAll(async () => {
    const { stdout } = await dagwright(['completion', name], { home });
    writeFileSync(join(home, `completion.${name}`), stdout);
  });

  it.each([
    { line: ['con'], has: ['config'] },
    { line: ['config', ''], has: ['show', 'check', 'path', 'keys'], not: ['start'] },
    { line: ['start', ''], has: ['daily', 'night.report'], not: ['show', '.hidden'] },
    { line: ['start', '--singleton', '-r', 'one', 'ni'], has: ['night.report'] },
    { line: ['--home', other, 'status', ''], has: ['elsewhere'], not: ['daily'] },
    { line: ['-c', otherConfig, 'status', ''], has: ['elsewhere'], not: ['daily'] },
    { line: ['start', '--s'], has: ['--singleton'] },
    {
      line: ['config', 'show', '--'],
      has: ['--sources', '--format', '--home'],
      not: ['--singleton'],
    },
    { line: ['config', 'show', '--format', ''], has: ['text', 'json'], not: ['daily'] },
    { line: ['config', 'show', 'tls.'], has: ['tls.cert_file', 'tls.key_file'] },
    { line: ['completion', ''], has: ['bash', 'zsh', 'fish'] },
    { line: ['start', 'daily', ''], has: [], not: ['daily'] },
    { line: ['server', '--access-log-mode', 'non'], has: ['non-public'] },
  ])('offers $has for $line', async ({ line, has, not = [] }) => {
    const words = await complete(line);

    expect(words).toEqual(expect.arrayContaining(has));
    for (const word of not) expect(words).not.toContain(word);
  });
});

const hasZsh = shells.some(([name]) => name === 'zsh');

it.runIf(hasZsh)('zsh offers the same when it loads the file at the first completion', async () => {
  mkdirSync(join(home, 'functions'));
  const { stdout } = await dagwright(['completion', 'zsh'], { home });
  writeFileSync(join(home, 'functions', '_dagwright'), stdout);

  expect(await zshLazily(['start', ''])).toEqual(['daily', 'night.report', '<files>']);
});

it('is refused for a shell that is not known', async () => {
  const { stderr, exitCode } = await dagwright(['completion', 'tcsh'], { home });

  expect(stderr).toMatch(/Allowed choices are bash, zsh, fish/);
  expect(exitCode).toBe(1);
});

it('asks for names quietly, even where the settings are wrong', async () => {
  const odd = homeWith({ daily: 'steps: [echo]' });
  writeFileSync(join(odd, 'config.yaml'), 'prot: 1');

  const wrong = await dagwright(['__complete', 'dags'], { home: odd });
  const help = await dagwright(['--help'], { home });

  expect(wrong).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  expect(help.stdout).not.toContain('__complete');
});
