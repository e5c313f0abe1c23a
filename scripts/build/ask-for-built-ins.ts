import { isBuiltin } from 'node:module';
import type { Plugin } from 'vite';

/**
 * Lets programs ask for the modules of Node, and not import them. An import reads all that a module exports, and Node loads
 * what it keeps for whoever needs it: workers for `node:util`, the three standard streams for `node:process`. It would take
 * 15 ms of each command.
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

/** The same program, line for line, that asks for each module of Node. */
export function withoutImports(code: string): string {
  return code.replace(importLine, (line, ...groups: readonly (string | undefined)[]) => {
    const [whole, parts, name = ''] = groups;
    if (!isBuiltin(name)) return line;
    const names = [whole, parts === undefined ? undefined : `{${parts.replaceAll(' as ', ': ')}}`];
    const asked = names
      .filter((each) => each !== undefined)
      .map((each) => `${each} = globalThis.process.getBuiltinModule("${name}")`);
    return `const ${asked.join(', ')};`;
  });
}
