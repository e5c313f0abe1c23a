import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { parts } from '../../../scripts/build/parts.ts';
import { fromRoot } from '../../../scripts/build/root.js';
import { builtOutput } from '../../support/built-output.ts';

/** Looked for and done without: ssh2 is slower without it. */
const optional = ['cpu-features'];
const packaged = [
  ...readFileSync(fromRoot('electron-builder.yml'), 'utf8').matchAll(/- node_modules\/([\w-]+)/g),
].map(([, name]) => name);
// Built outside of the tests, whose time it would take.
const programs = parts
  .filter(({ output }) => output.startsWith('out/main/'))
  .map(({ output }) => ({ output, file: builtOutput(output) }));

it.each(programs)('$output asks for no package that an installed app lacks', ({ file }) => {
  const asked = filesOf(file).flatMap((each) => askedFor(readFileSync(each, 'utf8')));

  const has = (name: string) =>
    name === 'electron' || isBuiltin(name) || [...packaged, ...optional].includes(name);
  expect(asked.filter((name) => !has(name))).toEqual([]);
});

/** The file, or all that it is split into; those of earlier builds may lie beside them. */
function filesOf(file: string): readonly string[] {
  const folder = dirname(file);
  if (!readdirSync(folder).includes('built.json')) return [file];
  const built: readonly string[] = JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8'));
  return built.filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
}

/** Names of packages that the code imports or requires when it runs. */
function askedFor(code: string): readonly string[] {
  return nodesOf(parseAst(code)).flatMap((node) => {
    const { type, source, callee, arguments: [word] = [] } = node;
    const asks = type === 'CallExpression' && /require\w*$/.test(callee?.name ?? '');
    const name = asks ? word?.value : type.startsWith('Import') ? source?.value : undefined;
    return typeof name === 'string' && /^[\w@]/.test(name) ? [name] : [];
  });
}

interface SyntaxNode {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly source?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
}

/** The node and all within it. */
function nodesOf(value: unknown): readonly SyntaxNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(nodesOf);
  return 'type' in value ? [value as SyntaxNode, ...within] : within;
}
