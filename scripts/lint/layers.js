// @ts-check
/**
 * The layer rules of ARCHITECTURE.md, as data for eslint.config.js.
 * A folder of the engine may import only itself and the folders above it in this list.
 */
export const engineLayers = [
  'contract',
  'lib',
  'config',
  'dag',
  'storage',
  'platform',
  'steps',
  'execution',
  'queue',
  'scheduler',
  'services',
  'api',
  'cli',
];

const engineZones = engineLayers.map((layer, index) => ({
  target: `./engine/${layer}`,
  from: './engine',
  except: engineLayers.slice(0, index + 1).map((allowed) => `./${allowed}`),
  message: `engine/${layer} may import only the engine folders above it (ARCHITECTURE.md, layers).`,
}));

/** `cli` starts the whole engine in process, so it alone may import the composition root. */
const withRoot = engineZones.map((zone) =>
  zone.target === './engine/cli' ? { ...zone, except: [...zone.except, './index.ts'] } : zone,
);

const features = ['dags', 'runs'];

export const layerZones = [
  ...withRoot,
  {
    target: './engine',
    from: ['./main', './renderer', './test', './scripts'],
    message: 'The engine is a library: it imports none of its users.',
  },
  {
    target: './main',
    from: './engine',
    except: ['./contract'],
    message: 'main reaches the engine through #contract; only main/engine-host may start it.',
  },
  {
    target: './main',
    from: ['./renderer', './test', './scripts'],
    message: 'main and renderer meet in the contract.',
  },
  {
    target: './renderer',
    from: './engine',
    except: ['./contract'],
    message: 'The renderer knows the contract alone.',
  },
  {
    target: './renderer',
    from: ['./main', './test', './scripts'],
    message: 'The renderer is a page: it imports no process.',
  },
  ...['client', 'components', 'lib'].map((folder) => ({
    target: `./renderer/${folder}`,
    from: ['./renderer/features', './renderer/app'],
    message: `renderer/${folder} is below the features.`,
  })),
  {
    target: './renderer/components',
    from: './renderer/client',
    message: 'Components take props; features talk to the client.',
  },
  ...features.map((feature) => ({
    target: `./renderer/features/${feature}`,
    from: ['./renderer/features', './renderer/app'],
    except: [`./${feature}`],
    message: 'A feature imports no sibling feature and not the app.',
  })),
].flatMap((zone) =>
  // engine-host is the one folder of main that starts the engine.
  zone.target === './main' && zone.from === './engine'
    ? ['app', 'ipc', 'preload', 'windows', 'menus', 'index.ts'].map((part) => ({
        ...zone,
        target: `./main/${part}`,
      }))
    : [zone],
);

const outsideWorld = ['node:child_process', 'child_process', 'execa'];
const clockSyntax = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Take the Clock as an argument; only engine/platform reads the time.',
  },
  {
    selector: 'CallExpression[callee.name=/^(setTimeout|setInterval)$/]',
    message: 'Take the Clock as an argument; only engine/platform sets timers.',
  },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Take the Clock as an argument; only engine/platform reads the time.',
  },
];

/** @param {string[]} names @param {string} message */
const banned = (names, message) => names.map((name) => ({ name, message }));

const noElectron = banned(['electron'], 'Only main/ knows Electron.');
const noProcesses = banned(outsideWorld, 'Only engine/platform starts processes.');
const noSql = banned(['better-sqlite3'], 'Only engine/storage speaks SQL.');

/** Rules that keep one kind of access inside one folder. */
export const onlyIn = [
  {
    files: ['engine/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [...noElectron, ...noProcesses, ...noSql] }],
      'no-restricted-syntax': ['error', ...clockSyntax],
    },
  },
  {
    files: ['engine/platform/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [...noElectron, ...noSql] }],
      'no-restricted-syntax': 'off',
    },
  },
  {
    files: ['engine/storage/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [...noElectron, ...noProcesses] }] },
  },
  {
    files: ['engine/contract/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: noElectron,
          patterns: [
            {
              group: ['node:*', 'express', 'pino', 'yaml', 'croner', 'better-sqlite3'],
              message: 'The contract imports zod alone.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: noElectron,
          patterns: [{ group: ['node:*'], message: 'The renderer is a sandboxed page.' }],
        },
      ],
    },
  },
];
