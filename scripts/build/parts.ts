import { builtinModules } from 'node:module';
import type { InlineConfig } from 'vite';
import { asciiOnly } from './ascii-only.ts';
import { askForBuiltIns } from './ask-for-built-ins.ts';
import { gatherGrpc } from './gather-grpc.ts';
import { leaveForRunning } from './leave-for-running.ts';
import { commandLineLayers, type Layer } from './layers.ts';
import { lighterDocker } from './lighter-docker.ts';
import { noCloudflare } from './no-cloudflare.ts';
import { noTokenLog } from './no-token-log.ts';
import { fromRoot } from './root.js';

/** One thing that is built, from which sources, and into which files. */
export interface Part {
  readonly name: string;
  /** Files and folders below the root whose content decides whether the part is stale. */
  readonly inputs: readonly string[];
  /** A part without this file was never built, or somebody removed it. */
  readonly output: string;
  readonly vite: InlineConfig;
}

const builtIn = ['electron', ...builtinModules.flatMap((name) => [name, `node:${name}`])];
// One file of JavaScript costs an idle engine a quarter less memory than its sources and packages do, and each start of
// a process costs time by that memory. The native modules alone cannot be part of it.
const native = [...builtIn, 'better-sqlite3', 'bcrypt', 'keytar'];

/** Parts of ssh2 that are compiled, and that it does without. */
const optionalOfSsh = ['cpu-features', /sshcrypto\.node$/] as const;
/** What no other module has; ssh2 looks for an agent of Windows beside itself, and dockerode for what nothing here asks for. */
const ofCommonJs = { __dirname: 'import.meta.dirname' } as const;

interface NodeProgram {
  readonly entry: string;
  readonly folder: string;
  readonly file: string;
  readonly format: 'es' | 'cjs';
  /** Whether parts that are loaded late become files of their own, and which files have what several of them share. */
  readonly split?: boolean | { readonly groups: Layer[] };
  readonly external: readonly (string | RegExp)[];
  /** Names that stand for something else. */
  readonly define?: Readonly<Record<string, string>>;
}

function nodeProgram({ split = false, ...program }: NodeProgram): InlineConfig {
  const { entry, folder, file, format, external, define = {} } = program;
  return {
    configFile: false,
    root: fromRoot('.'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      ...[askForBuiltIns, asciiOnly, gatherGrpc, lighterDocker, noCloudflare, noTokenLog],
      ...(split === false ? [] : [leaveForRunning]),
    ],
    // No browser, and Node loads its workers for whoever asks.
    define: { navigator: 'undefined', ...define },
    // Node's own conditions, and no polyfill of what it has.
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: fromRoot(entry),
      outDir: fromRoot(folder),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: [...external],
        // Beside the entry: the engine finds the program's other files from where its code lies.
        output: {
          format,
          entryFileNames: file,
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: split,
          // Comments stay in memory with the code; licenses have to.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  };
}

export const parts: readonly Part[] = [
  {
    name: 'main',
    inputs: ['main', 'engine/contract'],
    output: 'out/main/index.js',
    vite: nodeProgram({
      entry: 'main/index.ts',
      folder: 'out/main',
      file: 'index.js',
      format: 'es',
      external: native,
    }),
  },
  {
    name: 'engine',
    inputs: ['main/engine-host', 'engine'],
    output: 'out/main/engine-host/entry.js',
    vite: nodeProgram({
      entry: 'main/engine-host/entry.ts',
      folder: 'out/main/engine-host',
      file: 'entry.js',
      format: 'es',
      external: native,
    }),
  },
  {
    name: 'command line',
    inputs: ['engine'],
    output: 'out/cli/index.js',
    vite: nodeProgram({
      entry: 'engine/cli/index.ts',
      folder: 'out/cli',
      file: 'index.js',
      format: 'es',
      external: native,
      split: { groups: commandLineLayers },
    }),
  },
  {
    name: 'mask filter',
    inputs: ['engine/dag', 'engine/platform'],
    output: 'out/main/mask-filter.js',
    vite: nodeProgram({
      entry: 'engine/platform/masking/mask-filter.ts',
      folder: 'out/main',
      file: 'mask-filter.js',
      format: 'es',
      external: builtIn,
    }),
  },
  {
    name: 'step program',
    inputs: ['engine/step-programs', 'engine/lib'],
    output: 'out/main/step-programs/step-program.js',
    vite: nodeProgram({
      entry: 'engine/step-programs/step-program.ts',
      folder: 'out/main/step-programs',
      file: 'step-program.js',
      format: 'es',
      // Each type brings its library, which no step of another type loads.
      split: true,
      external: [...native, ...optionalOfSsh],
      define: ofCommonJs,
    }),
  },
  {
    name: 'side program',
    inputs: ['engine'],
    output: 'out/main/aside-program.js',
    vite: nodeProgram({
      entry: 'engine/execution/aside/aside-program.ts',
      folder: 'out/main',
      file: 'aside-program.js',
      format: 'es',
      external: native,
    }),
  },
  {
    name: 'keychain program',
    inputs: ['engine/platform/keychain'],
    output: 'out/main/keychain-program.js',
    vite: nodeProgram({
      entry: 'engine/platform/keychain/keychain-program.ts',
      folder: 'out/main',
      file: 'keychain-program.js',
      format: 'es',
      external: native,
    }),
  },
  {
    name: 'git program',
    inputs: ['engine/sync/git-process', 'engine/lib'],
    output: 'out/main/git-program.js',
    vite: nodeProgram({
      entry: 'engine/sync/git-process/git-program.ts',
      folder: 'out/main',
      file: 'git-program.js',
      format: 'es',
      external: [...builtIn, ...optionalOfSsh],
      define: ofCommonJs,
    }),
  },
  {
    name: 'preload',
    inputs: ['main/preload', 'main/ipc', 'engine/contract'],
    output: 'out/preload/index.cjs',
    // A sandboxed preload can load nothing but electron, so everything else goes into its one file.
    vite: nodeProgram({
      entry: 'main/preload/index.ts',
      folder: 'out/preload',
      file: 'index.cjs',
      format: 'cjs',
      external: ['electron'],
    }),
  },
  {
    name: 'renderer',
    inputs: ['renderer', 'engine/contract'],
    output: 'out/renderer/index.html',
    vite: { configFile: fromRoot('renderer/vite.config.ts'), logLevel: 'warn' },
  },
];

/** What tests start beside the app; `npm run build` builds it when it is named. */
export const testParts: readonly Part[] = [
  {
    name: 'engine of tests',
    inputs: ['engine', 'test/support/engine-process.ts'],
    output: 'out/test/engine-process.js',
    vite: nodeProgram({
      entry: 'test/support/engine-process.ts',
      folder: 'out/test',
      file: 'engine-process.js',
      format: 'es',
      external: native,
    }),
  },
];
