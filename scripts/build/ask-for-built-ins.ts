import { isBuiltin } from 'node:module';
import type { Plugin } from 'vite';

/**
 * Lets programs ask for the modules of Node, and not import or require them. Either reads all that a module exports, and Node
 * loads what it keeps for whoever needs it: workers for `node:util`, the three standard streams for `node:process`, undici for
 * `node:http`. It would take 15 ms of each command, and 60 of each step of a type whose library requires `http`.
 */
export const askForBuiltIns: Plugin = {
  name: 'ask-for-built-ins',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk') part.code = withoutImports(part.code);
    }
  },
};

const importLine = /^import (?:(?:\* as )?([\w$]+)(?:, )?)?(?:\{([^}]*)\})? from "([^"]+)";$/gm;

/** What stands for `require` of a package within a bundle. */
const requirement = /\b__require\("([^"]+)"\)/g;

/** The same program, line for line, that asks for each module of Node. */
export function withoutImports(code: string): string {
  const imported = code.replace(importLine, (line, ...groups: readonly (string | undefined)[]) => {
    const [whole, parts, name = ''] = groups;
    if (!isBuiltin(name)) return line;
    const names = [whole, parts === undefined ? undefined : `{${parts.replaceAll(' as ', ': ')}}`];
    const asked = names
      .filter((each) => each !== undefined)
      .map((each) => `${each} = ${question(name)}`);
    return `const ${asked.join(', ')};`;
  });
  return imported.replace(requirement, (call, name: string) =>
    isBuiltin(name) ? question(name) : call,
  );
}

const question = (name: string): string => `globalThis.process.getBuiltinModule("${name}")`;
