import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { layerRules } from '../../scripts/lint/layers.ts';
import { temporaryFolder } from '../support/home.ts';

const project = join(import.meta.dirname, '../..');

export interface House {
  /** Lints a text as if it were this file of the house. */
  readonly lint: (file: string, code: string) => Promise<readonly Linter.LintMessage[]>;
}

/** A house of the project's shape with these files, under the project's own lint configuration. */
export function buildHouse(files: Readonly<Record<string, string>>): House {
  const root = temporaryFolder('house');
  const { imports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  write(root, 'package.json', JSON.stringify({ name: 'house', type: 'module', imports }));
  for (const [file, text] of Object.entries(files)) write(root, file, text);
  return { lint: linter(root, layerRules(root)) };
}

/** The checkout itself. */
export const thisHouse: House = { lint: linter(project, {}) };

function linter(cwd: string, rules: Partial<Linter.RulesRecord>): House['lint'] {
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: join(project, 'eslint.config.js'),
    // A probe is a file of no project, so nothing is known of its types.
    overrideConfig: [tseslint.configs.disableTypeChecked as Linter.Config, { rules }],
  });
  return async (file, code) => {
    const [result] = await eslint.lintText(code, { filePath: join(cwd, file) });
    if (result === undefined) throw new Error(`${file} is ignored by lint.`);
    return result.messages;
  };
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
