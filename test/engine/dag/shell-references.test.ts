import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bindKnownReferences, bindShellReferences } from '../../../engine/dag/shell-references.ts';

const folder = mkdtempSync(join(tmpdir(), 'shell-references-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SHELLS = ['/bin/sh', '/bin/bash'];
const REF = '${OUT.a[0].b}';

function run(shell: string, script: string, value: string): string {
  const { command, env } = bindKnownReferences(script, (expression) =>
    expression === 'OUT.a[0].b' ? value : undefined,
  );
  const result = spawnSync(shell, ['-c', command], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', OUT: 'outer', ...env },
    encoding: 'utf8',
    // With a socket for standard input, as a pipe from Node is one, bash takes itself for a remote login.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(result.stderr).toBe('');
  return result.stdout;
}

/** Shell text around the reference, and what it prints; `@` is the value in both. */
const read: readonly (readonly [script: string, printed: string])[] = [
  ['printf %s "@"', '@'],
  ['printf "%s" x"@"y', 'x@y'],
  ['X="@"; printf %s "$X"', '@'],
  ['X=@; printf %s "$X"', '@'],
  ['printf %s "$(printf %s "@")"', '@'],
  ['printf %s "`printf %s "@"`"', '@'],
  ['printf %s "${NO:-"@"}"', '@'],
  ['printf %s "${NO:-@}"', '@'],
  ['cat <<EOF\n"@"\nEOF\n', '"@"\n'],
  ["cat <<-EOF\n\t'@'\n\tEOF\n", "'@'\n"],
  ["cat <<A; cat <<'B'\n@\nA\n${OUT.a[0].b}\nB\n", '@\n${OUT.a[0].b}\n'],
  ['# it\'s a comment\nprintf %s "@"', '@'],
  ["printf %s 'a'\\''b'\"@\"", "a'b@"],
  ['case "@" in "") ;; *) printf %s "@";; esac', '@'],
  ['printf %s "$(case x in x) printf %s "@";; esac)"', '@'],
  ['printf %s "$(case x in x) printf %s \'${OUT.a[0].b}\';; esac)@"', '${OUT.a[0].b}@'],
  ['printf %s "$(echo \'${OUT.a[0].b}\')@"', '${OUT.a[0].b}@'],
  ['if true; then\n  (printf %s "@")\nfi', '@'],
  ['printf %s "$((1<<2))"; printf %s "@"', '4@'],
  ['printf %s x#y "@" # \'', 'x#y@'],
];

describe('bindKnownReferences, read by a real shell', () => {
  const value = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          "'",
          '`',
          '$',
          '(',
          ')',
          '{',
          '}',
          ';',
          '&',
          '|',
          '\\',
          ' ',
          '\t',
          '#',
          '<',
          '*',
          '~',
          '!',
          'a',
        ),
        maxLength: 12,
      }),
      fc.constantFrom(
        '"; touch canary; "',
        '$(touch canary)',
        '`touch canary`',
        "'; touch canary; '",
        '\\"; touch canary',
        'EOF\ntouch canary',
        '${IFS}',
        '$OUT',
        '${OUT.a[0].b}',
        '-n',
        '*',
        '&touch canary&',
      ),
    )
    // A shell cuts final line ends off what a command prints, and no variable holds a NUL.
    .map((text) => text.replaceAll('\0', '').replace(/[\r\n]+$/, ''))
    .filter((text) => text !== '');

  it.each(SHELLS)('prints exactly the value and executes nothing of it in %s', (shell) => {
    fc.assert(
      fc.property(fc.constantFrom(...read), value, ([script, printed], text) => {
        const expected = printed.replaceAll('@', () => text);

        expect(run(shell, script.replaceAll('@', REF), text)).toBe(expected);
        expect(existsSync(join(folder, 'canary'))).toBe(false);
      }),
      { numRuns: 250 },
    );
  });

  it.each(
    SHELLS.flatMap((shell) => read.map(([script, printed]) => [shell, script, printed] as const)),
  )('reads in %s: %s', (shell, script, printed) => {
    const hostile = '$(touch canary)"`touch canary`';

    expect(run(shell, script.replaceAll('@', REF), hostile)).toBe(
      printed.replaceAll('@', () => hostile),
    );
    expect(existsSync(join(folder, 'canary'))).toBe(false);
  });
});

describe('bindKnownReferences', () => {
  const known = (expression: string) =>
    expression.startsWith('NO') ? undefined : `<${expression}>`;

  it.each([
    'echo $X ${X} ${X:-y} ${X:0:5} ${#X} ${X%.*} ${X//a/b} $1 ${1} $$ $? $(date) ${X[@]} ${!X}',
    "echo '${A.b}' \"it's\" '${A.b}'",
    'echo \\${A.b} "\\${A.b}"',
    "cat <<'EOF'\n${A.b}\nEOF\n",
    'cat <<\\EOF\n${A.b}\nEOF\n',
    'cat <<"E F"\n${A.b}\nE F\n',
    'true # ${A.b}',
    '# ${A.b} `${A.b}`\ntrue',
    'echo `true # ${A.b}`',
    "echo $'it\\'s ${A.b}'",
    'echo "$(echo \'${A.b}\')"',
    'echo ${NO.a} ${NO[1]} ${NO.stdout:0:5}',
    'echo ${A.} ${A..b} ${A[x]} ${.a} ${A.b',
    '',
  ])('leaves %j as it is', (command) => {
    expect(bindKnownReferences(command, known)).toEqual({ command, env: {} });
  });

  it.each([
    ['${id.exit_code}', 'id.exit_code'],
    ['${OUT.a.b}', 'OUT.a.b'],
    ['${OUT.a[1]}', 'OUT.a[1]'],
    ['${OUT.a.1}', 'OUT.a.1'],
    ['${OUT[0]}', 'OUT[0]'],
    ['${id.stdout:0:5}', 'id.stdout:0:5'],
    ['${my-step.stdout}', 'my-step.stdout'],
  ])('binds %s', (reference, expression) => {
    expect(bindKnownReferences(`echo ${reference} "x${reference}"`, known)).toEqual({
      command: 'echo ${DAG_REF_1} "x${DAG_REF_1}"',
      env: { DAG_REF_1: `<${expression}>` },
    });
  });

  it.each([
    ["'a' ${A.b} 'c'", "'a' ${DAG_REF_1} 'c'"],
    ['"a # ${A.b}"', '"a # ${DAG_REF_1}"'],
    ['a#${A.b}', 'a#${DAG_REF_1}'],
    ['\\\\${A.b}', '\\\\${DAG_REF_1}'],
    ['((x<<2)); ${A.b}\n2\n', '((x<<2)); ${DAG_REF_1}\n2\n'],
    ["let x=1<<2\necho '${A.b}' ${A.b}", "let x=1<<2\necho '${A.b}' ${DAG_REF_1}"],
    ["cat <<<'x' ${A.b}\n", "cat <<<'x' ${DAG_REF_1}\n"],
    [
      "cat <<EOF\nit's ${A.b} \\${A.b}\nEOF\necho '${A.b}'",
      "cat <<EOF\nit's ${DAG_REF_1} \\${A.b}\nEOF\necho '${A.b}'",
    ],
    ['${X:-${A.b}}', '${X:-${DAG_REF_1}}'],
    ['${A.b:-x}', '${DAG_REF_1:-x}'],
    ['"${A.b:-"it\'s }"}\'"', '"${DAG_REF_1:-"it\'s }"}\'"'],
    ['${A.b%.*}', '${DAG_REF_1%.*}'],
    ['"${X:-it\'s ${A.b}}"', '"${X:-it\'s ${DAG_REF_1}}"'],
    ['$(( ${A.b} + 1 ))', '$(( ${DAG_REF_1} + 1 ))'],
    ['`echo ${A.b}`', '`echo ${DAG_REF_1}`'],
    ['"unclosed ${A.b}', '"unclosed ${DAG_REF_1}'],
  ])('binds within %j', (command, bound) => {
    expect(bindKnownReferences(command, known)).toEqual({
      command: bound,
      env: { DAG_REF_1: '<A.b>' },
    });
  });

  it('gives each reference a variable that the command does not use', () => {
    expect(bindKnownReferences('$DAG_REF_1 ${A.b} ${A.c} ${A.b}', known)).toEqual({
      command: '$DAG_REF_1 ${DAG_REF_2} ${DAG_REF_3} ${DAG_REF_2}',
      env: { DAG_REF_2: '<A.b>', DAG_REF_3: '<A.c>' },
    });
  });

  it('never throws, and changes nothing but references', () => {
    const piece = fc.constantFrom(
      ...[
        '${A.b}',
        '${A.b:-',
        '${X}',
        '"',
        "'",
        '`',
        '$(',
        ')',
        '((',
        '))',
        '${',
        '}',
        '\\',
        '#',
        '<<E',
        'E',
        '\n',
        ' ',
        'case ',
        ' in ',
        'esac',
        ';',
        "$'",
        'x',
      ],
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const command = pieces.join('');

        const { command: bound, env } = bindKnownReferences(command, known);

        const restored = Object.entries(env).reduce(
          (text, [name, value]) => text.replaceAll(`\${${name}`, `\${${value.slice(1, -1)}`),
          bound,
        );
        expect(restored).toBe(command);
      }),
      { numRuns: 2000 },
    );
  });

  // Time that grows with the square of the length would be more than a test may take.
  it('reads a hostile text in time that grows with its length', () => {
    for (const unit of [
      '$(',
      '${',
      '"`',
      '$((',
      '<<x\n',
      '<<"',
      "'",
      '\\',
      '#',
      'case ',
      '${a.b',
      '${a.b}',
      '${a.b:-',
    ]) {
      expect(bindKnownReferences(unit.repeat(100_000), known).command).toContain(unit[0]);
    }
  });
});

describe('a path that leads nowhere', () => {
  const declared = ['OUT', 'TEXT', 'ARRAY', 'my-out'];
  const names = {
    lookup: (expression: string) => (expression === 'OUT.a' ? 'value' : undefined),
    declares: (name: string) => declared.includes(name),
  };

  it.each([
    ['echo "[${OUT.b}]"', ''],
    ['echo "[${TEXT.b.c[0]}]"', ''],
    ['echo "[${TEXT[0]}]"', ''],
    ['echo "[${my-out.b}]"', ''],
    ['echo "[${OUT.b:-none}]"', 'none'],
    ['echo "[${NOBODY.b:-none}]"', 'none'],
    ['echo "[${OUT.a:-none}]"', 'value'],
    ['echo "[${OUT.b-none}]"', ''],
  ])('is empty in %s where the name is declared', (script, printed) => {
    const { command, env } = bindShellReferences(script, names);

    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual([`[${printed}]\n`, '']);
  });

  it.each(['${NOBODY.b}', '${NOBODY.b[0]}', '${NOBODY[0][1]}', '${NOBODY.b:0:3}', '${NOBODY.b%x}'])(
    'is an error in %s, whose name nobody declares',
    (reference) => {
      expect(() => bindShellReferences(`echo "${reference}"`, names)).toThrow(
        'there is no variable NOBODY',
      );
    },
  );

  it.each([
    'echo ${NOBODY[0]} ${BASH_REMATCH[1]:0:2}',
    'ARRAY=(a b); echo ${ARRAY[1]}',
    'ARRAY[1]=b; echo ${ARRAY[1]}',
    'read -ra ARRAY; echo ${ARRAY[1]}',
    'mapfile -t ARRAY < file\necho ${ARRAY[1]}',
    'echo ${HOST-example.com}',
    "echo '${NOBODY.b}' # ${NOBODY.b}",
  ])('is left to the shell where it is its own matter: %s', (command) => {
    expect(bindShellReferences(command, names)).toEqual({ command, env: {} });
  });
});
