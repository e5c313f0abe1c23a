import { builtinModules } from 'node:module';
import type { Linter } from 'eslint';
import { literalTexts, sentences } from './catalog-texts.ts';
import { textAsMarkup, weakWindows } from './page-safety.ts';

/**
 * Rules that keep one kind of access inside one folder: SQL, processes, the keychain, time, Electron, Node.
 * ESLint replaces a rule's options where a later entry names it again, so each entry below says all that holds there.
 */

interface Ban {
  readonly packages: readonly string[];
  /** What of them; all when left out. */
  readonly names?: readonly string[];
  readonly message: string;
}

interface Syntax {
  readonly selector: string;
  readonly message: string;
}

const electron: Ban = { packages: ['electron'], message: 'Only main/ knows Electron.' };
const processes: Ban = {
  packages: ['node:child_process', 'child_process', 'execa'],
  message: 'Only engine/platform and the programs of `gha` and `jq` steps start processes.',
};
const keychain: Ban = {
  packages: ['keytar'],
  message: 'Only engine/platform opens the keychain.',
};
const sql: Ban = {
  packages: ['better-sqlite3', 'node:sqlite'],
  message: 'Only engine/storage and the program of `sqlite` steps speak SQL.',
};
const timers: Ban = {
  packages: ['node:timers', 'timers', 'node:timers/promises', 'timers/promises'],
  message: 'Take the Clock as an argument; only engine/platform sets timers.',
};
/** A step can put a pipe or a link in the place of any file that it can name. */
const files: Ban = {
  packages: ['node:fs', 'fs', 'node:fs/promises', 'fs/promises'],
  names: [
    'open',
    'openSync',
    'readFile',
    'readFileSync',
    'writeFile',
    'writeFileSync',
    'appendFile',
    'appendFileSync',
    'createReadStream',
    'createWriteStream',
    'truncate',
    'truncateSync',
    'promises',
    'default',
  ],
  message: 'Open files by engine/lib/regular-file and write-file: what has the name may be a pipe.',
};
const node: Ban = {
  packages: builtinModules.flatMap((name) =>
    name.startsWith('node:') ? [name] : [name, `node:${name}`],
  ),
  message: 'The renderer is a sandboxed page.',
};
const machine: Ban = {
  packages: ['fs', 'fs/promises', 'os', 'child_process'].flatMap((name) => [name, `node:${name}`]),
  message: 'A definition is read from its text: what depends on the machine is given to it.',
};
const environment: Syntax = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: machine.message,
};
/** Where that is done, and where the command line reads what its user names: a pipe is as good there. */
const opensFiles = [
  'engine/lib/regular-file.ts',
  'engine/lib/write-file.ts',
  'engine/cli/read-text.ts',
];
/** What reads the files of the kernel, makes drafts that nobody can name before, or writes where a developer says. */
const opensFilesOfItsOwn = [
  'cpu-profile',
  'dag-files',
  'machine-id',
  'own-process',
  'port-owner',
  'proc-file',
  'process-identity',
]
  .map((name) => `engine/platform/${name}.ts`)
  // What the library writes into a repository of the engine's own.
  .concat('engine/sync/git-process/whole-files.ts');
const notZod = {
  regex: '^(?!zod$|\\.\\.?/)',
  message: 'The contract imports zod alone.',
};
const aroundTheContract = {
  regex: '^(\\.\\./)+engine/',
  message: 'Cross into the engine by #contract/…, #engine or #server, so that the crossing shows.',
};

const clock: readonly Syntax[] = [
  {
    selector: ":matches(MemberExpression[object.name='Date'][property.name='now'])",
    message: 'Take the Clock as an argument; only engine/platform reads the time.',
  },
  {
    selector:
      'CallExpression[callee.name="Date"], NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Take the Clock as an argument; only engine/platform reads the time.',
  },
  {
    selector:
      'CallExpression:matches([callee.name=/^(setTimeout|setInterval)$/], [callee.property.name=/^(setTimeout|setInterval)$/])',
    message: 'Take the Clock as an argument; only engine/platform sets timers.',
  },
];

interface Place {
  readonly files: string[];
  readonly bans: readonly Ban[];
  readonly patterns?: readonly { readonly regex: string; readonly message: string }[];
  readonly syntax?: readonly Syntax[];
}

function place({ files, bans, patterns = [], syntax = [] }: Place): Linter.Config {
  const paths = bans.flatMap(({ packages, names, message }) =>
    packages.map((name) => ({
      name,
      message,
      ...(names === undefined ? {} : { importNames: names }),
    })),
  );
  // `import()` and `require()` are no import declarations, so the import rule does not see them.
  const loaded = bans.flatMap(({ packages, message }) =>
    packages.flatMap((name) => [
      { selector: `ImportExpression[source.value="${name}"]`, message },
      { selector: `CallExpression[callee.name="require"][arguments.0.value="${name}"]`, message },
    ]),
  );
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { paths, patterns }],
      'no-restricted-syntax': ['error', ...syntax, ...loaded],
    },
  };
}

export const onlyIn: Linter.Config[] = [
  place({
    files: ['engine/**/*.ts'],
    bans: [electron, processes, keychain, sql, timers, files],
    syntax: clock,
  }),
  place({ files: opensFiles, bans: [electron, processes, keychain, sql, timers], syntax: clock }),
  place({ files: ['engine/platform/**/*.ts'], bans: [electron, sql, files] }),
  place({ files: opensFilesOfItsOwn, bans: [electron, sql] }),
  place({
    files: ['engine/dag/**/*.ts'],
    bans: [electron, processes, keychain, sql, timers, machine],
    syntax: [...clock, environment],
  }),
  place({
    files: ['engine/storage/**/*.ts'],
    bans: [electron, processes, keychain, timers, files],
    syntax: clock,
  }),
  place({
    files: ['engine/step-programs/sqlite/*.ts'],
    bans: [electron, processes, keychain, timers, files],
    syntax: clock,
  }),
  // Waits as long as a busy service asks for.
  place({
    files: ['engine/step-programs/chat/*.ts'],
    bans: [electron, processes, keychain, sql, files],
    syntax: clock,
  }),
  // The programs of an action are those of its step, and its checkout is a folder that nobody knows before.
  place({
    files: ['engine/step-programs/gha/*.ts', 'engine/step-programs/jq/system-jq.ts'],
    bans: [electron, keychain, sql, timers],
    syntax: clock,
  }),
  place({
    files: ['engine/contract/**/*.ts'],
    bans: [electron, processes, sql, timers],
    patterns: [notZod],
    syntax: clock,
  }),
  place({
    files: ['main/**/*.ts'],
    bans: [keychain, sql],
    patterns: [aroundTheContract],
    syntax: [...weakWindows, ...sentences],
  }),
  place({
    files: ['renderer/**/*.{ts,tsx}'],
    bans: [electron, sql, node],
    patterns: [aroundTheContract],
    syntax: [...textAsMarkup, ...literalTexts],
  }),
  // The catalogs themselves.
  place({
    files: ['main/texts.ts'],
    bans: [keychain, sql],
    patterns: [aroundTheContract],
    syntax: weakWindows,
  }),
  place({
    files: ['renderer/**/texts.ts'],
    bans: [electron, sql, node],
    patterns: [aroundTheContract],
    syntax: textAsMarkup,
  }),
];
