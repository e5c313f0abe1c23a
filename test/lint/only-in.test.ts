import { describe, expect, it } from 'vitest';
import { buildHouse } from './house.ts';

const house = buildHouse({});
const use = (specifier: string) => `import * as it from '${specifier}';\nexport const used = it;\n`;

async function rulesBroken(file: string, code: string): Promise<readonly (string | null)[]> {
  return (await house.lint(file, code)).map(({ ruleId }) => ruleId);
}

const imports = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';
const engineFolders = ['contract', 'lib', 'dag', 'storage', 'execution', 'services', 'api', 'cli'];

describe.each(engineFolders)('In engine/%s', (folder) => {
  const file = `engine/${folder}/probe.ts`;

  it.each(['electron', 'node:child_process', 'child_process', 'execa', 'node:timers/promises'])(
    '%s may not be imported',
    async (name) => {
      expect(await rulesBroken(file, use(name))).toContain(imports);
      expect(await rulesBroken(file, `export const late = import('${name}');\n`)).toEqual([syntax]);
    },
  );

  it.each([
    'export const at = Date.now();',
    'export const clock = Date.now;',
    'export const at = new Date();',
    'export const at = Date();',
    'export const timer = setTimeout(() => undefined, 1);',
    'export const timer = setInterval(() => undefined, 1);',
    'export const timer = globalThis.setTimeout(() => undefined, 1);',
  ])('the time comes in as an argument, not by `%s`', async (code) => {
    expect(await rulesBroken(file, `${code}\n`)).toEqual([syntax]);
  });

  it('a time that is given may be turned into a date', async () => {
    expect(await rulesBroken(file, 'export const at = new Date(0).toISOString();\n')).toEqual([]);
  });
});

describe('a file', () => {
  const open = (names: string, from = 'node:fs') =>
    `import { ${names} } from '${from}';\nexport const used = [${names}];\n`;

  it.each(['openSync', 'readFileSync', 'writeFileSync', 'appendFileSync', 'createReadStream'])(
    'is not opened by %s',
    async (name) => {
      for (const folder of ['engine/execution', 'engine/platform', 'engine/storage', 'engine']) {
        expect(await rulesBroken(`${folder}/probe.ts`, open(name))).toContain(imports);
      }
    },
  );

  it('is not opened by promises, nor by a whole module', async () => {
    const file = 'engine/services/probe.ts';

    expect(await rulesBroken(file, open('readFile', 'node:fs/promises'))).toContain(imports);
    expect(await rulesBroken(file, use('node:fs'))).toContain(imports);
    expect(
      await rulesBroken(file, "import fs from 'node:fs';\nexport const used = fs;\n"),
    ).toContain(imports);
  });

  it('is opened where that is done with care, and looked at anywhere', async () => {
    expect(await rulesBroken('engine/lib/regular-file.ts', open('openSync'))).toEqual([]);
    expect(await rulesBroken('engine/services/probe.ts', open('statSync'))).toEqual([]);
  });
});

describe('SQL', () => {
  it('is spoken in engine/storage', async () => {
    expect(await rulesBroken('engine/storage/probe.ts', use('better-sqlite3'))).toEqual([]);
  });

  it.each([
    'engine/dag',
    'engine/platform',
    'engine/contract',
    'engine',
    'main/ipc',
    'renderer/app',
  ])('is not spoken in %s', async (folder) => {
    expect(await rulesBroken(`${folder}/probe.ts`, use('better-sqlite3'))).toContain(imports);
  });
});

describe('the keychain', () => {
  it.each(['engine/auth', 'engine/storage', 'main/app'])('is not opened in %s', async (folder) => {
    expect(await rulesBroken(`${folder}/probe.ts`, use('keytar'))).toContain(imports);
  });
});

describe('engine/platform', () => {
  const file = 'engine/platform/probe.ts';

  it.each(['node:child_process', 'execa', 'keytar', 'node:timers/promises'])(
    'may import %s',
    async (name) => {
      expect(await rulesBroken(file, use(name))).toEqual([]);
    },
  );

  it('reads the time and sets timers', async () => {
    const code = 'export const at = setTimeout(() => Date.now(), 1);\n';

    expect(await rulesBroken(file, code)).toEqual([]);
  });

  it('does not know Electron', async () => {
    expect(await rulesBroken(file, use('electron'))).toEqual([imports]);
  });
});

describe('The contract', () => {
  it.each(['node:fs', 'express', 'pino', 'yaml', 'zod/mini'])(
    'does not import %s',
    async (name) => {
      expect(await rulesBroken('engine/contract/operations/probe.ts', use(name))).toEqual([
        imports,
      ]);
    },
  );

  it('imports zod', async () => {
    expect(await rulesBroken('engine/contract/operations/probe.ts', use('zod'))).toEqual([]);
  });
});

describe('The renderer', () => {
  it.each(['electron', 'node:fs', 'fs', 'node:child_process', 'node:test', 'path'])(
    'does not import %s',
    async (name) => {
      expect(await rulesBroken('renderer/app/probe.tsx', use(name))).toContain(imports);
    },
  );

  it('imports packages for pages', async () => {
    expect(await rulesBroken('renderer/app/probe.tsx', use('react'))).toEqual([]);
  });
});

describe('main', () => {
  it('imports Electron', async () => {
    expect(await rulesBroken('main/app/probe.ts', use('electron'))).toEqual([]);
  });

  it.each(['main/app', 'renderer/app'])(
    'and renderer cross into the engine by name only: %s',
    async (folder) => {
      const code = use('../../engine/contract/status.ts');

      expect(await rulesBroken(`${folder}/probe.ts`, code)).toContain(imports);
    },
  );
});
