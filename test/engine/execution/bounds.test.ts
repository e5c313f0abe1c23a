import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, runToEnd } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Variables of 1,000, 25,000 and 600,000 characters; what holds the last one twice is too large. */
const env = `env:
  - A0: ${'x'.repeat(1000)}
  - A1: "${'${A0}'.repeat(25)}"
  - A: "${'${A1}'.repeat(24)}"
`;
const steps = `steps:
  - command: "true"
`;
const tooLarge = /larger than 1 MiB/;

/** Six levels, each twenty times the one below: three gigabytes. */
const tower = [1, 2, 3, 4, 5].map((level) => `A${level}=${`\${A${level - 1}}`.repeat(20)}`);

describe('what a definition expands to is bounded while it grows', () => {
  it.each([
    [
      'env A3',
      `env: ["A0=${'x'.repeat(1000)}", ${tower.map((one) => `"${one}"`).join(', ')}]\n${steps}`,
    ],
    ['params', `${env}params: ["P=\${A}\${A}"]\n${steps}`],
    ['params', `${env}params: [P0=1, "P1=\${P0:-1}\${A}", "P2=\${P1}\${P1}"]\n${steps}`],
    ['env B', `${env}  - B: "\${NO:-\${A}}\${NO-\${A}}"\n${steps}`],
    ['env B', `${env}  - J: '{"a":["\${A}"]}'\n  - B: "\${J.a[0]}\${J.a.0:1}"\n${steps}`],
    ['working_dir', `${env}working_dir: /tmp/\${A}\${A}\n${steps}`],
    ['log_dir', `${env}log_dir: /tmp/\${A}\${A}\n${steps}`],
    ['dotenv', `${env}dotenv: /tmp/\${A}\${A}\n${steps}`],
  ])('refuses a start and a dry run by %s', async (field, spec) => {
    const { client } = await anEngine();
    const refused = { code: 'bad_request', message: expect.stringMatching(tooLarge) };

    const start = client.call('runs.start', { spec, name: 'big' });
    await expect(start).rejects.toMatchObject(refused);
    await expect(start).rejects.toThrow(field);
    await expect(client.call('runs.dryRun', { spec })).rejects.toMatchObject(refused);
  });

  it('counts what many values hold together', async () => {
    const { client } = await anEngine();
    const many = Array.from({ length: 30 }, (_, index) => `  - B${index}: "\${A}"\n`).join('');

    const start = client.call('runs.start', { spec: `${env}${many}${steps}`, name: 'many' });

    await expect(start).rejects.toThrow(/`env B\d+`.*together are larger than 16 MiB/);
  });

  it('bounds the entries of a dotenv file, and names the line', async () => {
    const folder = temporaryFolder('dotenv');
    writeFileSync(join(folder, 'tower'), [`A0=${'x'.repeat(1000)}`, ...tower].join('\n'));
    const { client } = await anEngine();
    const spec = `working_dir: ${folder}\ndotenv: tower\n${steps}`;

    const start = client.call('runs.start', { spec, name: 'dotenv' });

    await expect(start).rejects.toThrow(/tower:4": the expanded value is larger than 1 MiB/);
  });

  it.each([
    ['step', `  - env: ["B=\${A}\${A}"]\n    command: "true"\n`],
    ['command', `  - command: "echo \${A}\${A}"\n`],
    ['script', `  - script: "echo $A $A"\n`],
    ['path', `  - {command: "true", working_dir: "/tmp/\${A}\${A}"}\n`],
    ['gate', `  - {type: hitl, config: {prompt: "\${A}\${A}"}}\n`],
    ['call', `  - {call: other, params: {B: "\${A}\${A}"}}\n`],
    ['items', `  - {call: other, parallel: ["\${A}\${A}"]}\n`],
    ['default', `  - {call: "\${NO:-\${A}\${A}}"}\n`],
    ['condition', `  - {command: "true", preconditions: [{condition: "$A$A", expected: "1"}]}\n`],
  ])('refuses to show a %s that grows too large', async (_field, step) => {
    const { client } = await anEngine();

    const planned = client.call('runs.dryRun', { spec: `${env}steps:\n${step}` });

    await expect(planned).rejects.toMatchObject({ code: 'bad_request' });
    await expect(planned).rejects.toThrow(tooLarge);
  });

  it('bounds a dry run as a whole', async () => {
    const { client } = await anEngine();
    const spec = `${env}steps:\n${'  - command: echo $A\n'.repeat(100)}`;

    await expect(client.call('runs.dryRun', { spec })).rejects.toThrow(
      /dry run .*together are larger than 16 MiB/,
    );
  });
});

describe('a step whose values grow too large fails and says which', () => {
  it.each([
    ['`env` B: ', `  - {name: s, command: "true", env: ["B=\${A}\${A}"]}\n`],
    ['`working_dir`', `  - {name: s, command: "true", working_dir: "/tmp/\${A}\${A}"}\n`],
    ['`stdout`', `  - {name: s, command: "true", stdout: "/tmp/\${A}\${A}"}\n`],
    ['', `  - {name: s, call: other, params: {B: "\${A}\${A}"}}\n`],
    ['', `  - {name: s, call: other, parallel: ["\${A}\${A}"]}\n`],
    ['', `  - {name: s, type: hitl, config: {prompt: "\${NO:-\${A}\${A}}"}}\n`],
    ['', `  - {name: s, type: shell, shell: direct, command: 'echo "$A$A"'}\n`],
  ])('%s%s', async (words, step) => {
    const { node } = await runToEnd(`${env}steps:\n${step}`);

    const { statusLabel, error } = node('s');
    expect(statusLabel).toBe('failed');
    expect(error).toMatch(tooLarge);
    expect(error).toContain(words);
  });

  it('counts the items of a parallel call together', async () => {
    const items = Array.from({ length: 30 }, () => '"${A}"').join(', ');

    const { node } = await runToEnd(`${env}steps:\n  - {name: s, call: o, parallel: [${items}]}\n`);

    expect(node('s').error).toMatch(/together are larger than 16 MiB/);
  });

  it('counts the parts of values that a command names', async () => {
    const parts = Array.from({ length: 30 }, (_, from) => `"\${J.a:${from}}"`).join(' ');
    const json = `  - J: '{"a":"\${A}"}'\n`;

    const { node } = await runToEnd(
      `${env}${json}steps:\n  - {name: s, script: 'echo ${parts}'}\n`,
    );

    expect(node('s').error).toMatch(/together are larger than 16 MiB/);
  });

  it.runIf(process.platform === 'linux')(
    'names the variable that no process can be given, and the longest of too many',
    async () => {
      const many = Array.from({ length: 30 }, (_, index) => `B${index}`);
      const { node } = await runToEnd(`env:
  - A0: ${'x'.repeat(1000)}
  - A: "${'${A0}'.repeat(100)}x"
  - LONG: "\${A}\${A}"
${many.map((name) => `  - ${name}: "${'${A0}'.repeat(100)}"\n`).join('')}type: graph
steps:
  - {name: one, command: "echo $LONG"}
  - {name: argument, shell: direct, command: "echo $LONG"}
  - {name: many, command: "echo $A ${many.map((name) => `$${name}`).join(' ')}"}
`);

      expect(node('one').error).toMatch(
        /variable LONG is too long for a process: \d+ bytes.*such as \$\{LONG\.key\}/,
      );
      expect(node('argument').error).toMatch(/argument of echo is too long for a process: 200002/);
      expect(node('many').error).toMatch(
        /too long for a process: .* The longest is B\d+ with 100004 bytes/,
      );
    },
  );
});
