import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Linter } from 'eslint';

/**
 * The layer rules of ARCHITECTURE.md, as data: which folder may import which.
 * A folder of the engine may import only itself and the folders above it in this list.
 */
export const engineLayers = [
  'contract',
  'lib',
  'step-programs',
  'config',
  'dag',
  'storage',
  'platform',
  'steps',
  'execution',
  'mails',
  'traces',
  'containers',
  'queue',
  'scheduler',
  'auth',
  'remotes',
  'sync',
  'metrics',
  'services',
  'api',
  'server',
  'cli',
];

/**
 * The rooms of `engine/execution`, in the order in which a run comes through them. Each may import only itself and those
 * after it; what stands beside the rooms (the runner) joins them.
 */
export const executionRooms = ['aside', 'prepare', 'run', 'node', 'work', 'keep', 'state'];

interface Zone {
  readonly target: string;
  readonly from: string | readonly string[];
  readonly except?: readonly string[];
  readonly message: string;
}

/** The rules between folders, for the house that stands at `root`. */
export function layerRules(root: string): Linter.RulesRecord {
  return {
    'import-x/no-restricted-paths': ['error', { basePath: root, zones: layerZones(root) }],
    'import-x/no-cycle': ['error', { ignoreExternal: true }],
  };
}

function layerZones(root: string): readonly Zone[] {
  return [...engineZones(), ...serviceZones(root), ...mainZones(root), ...rendererZones(root)];
}

function engineZones(): readonly Zone[] {
  const layers = engineLayers.map((layer, index) => ({
    target: `./engine/${layer}`,
    from: './engine',
    except: [
      ...engineLayers.slice(0, index + 1).map((allowed) => `./${allowed}`),
      // These start the whole engine in process, so they may import the composition root.
      ...(['server', 'cli'].includes(layer) ? ['./index.ts'] : []),
    ],
    message: `engine/${layer} may import only the engine folders above it (ARCHITECTURE.md, layers).`,
  }));
  const users = {
    target: './engine',
    from: ['./main', './renderer', './test', './scripts'],
    message: 'The engine is a library: it imports none of its users.',
  };
  return [...layers, ...roomZones(), users];
}

function roomZones(): readonly Zone[] {
  return executionRooms.map((room, index) => ({
    target: `./engine/execution/${room}`,
    from: './engine/execution',
    except: executionRooms.slice(index).map((allowed) => `./${allowed}`),
    message: `engine/execution/${room} may import only the rooms after it (ARCHITECTURE.md, layers).`,
  }));
}

/** Of `engine/services`: whatever is not itself a handler stays below the handlers. */
function serviceZones(root: string): readonly Zone[] {
  const parts = entries(root, 'engine/services').filter((part) => part !== 'handlers');
  return parts.map((part) => ({
    target: `./engine/services/${part}`,
    from: './engine/services/handlers',
    message: 'A handler uses the services; no service knows a handler.',
  }));
}

function mainZones(root: string): readonly Zone[] {
  const parts = entries(root, 'main').filter((part) => part !== 'engine-host');
  return [
    ...parts.map((part) => ({
      target: `./main/${part}`,
      from: './engine',
      except: ['./contract'],
      message: 'main reaches the engine through #contract; only main/engine-host may start it.',
    })),
    {
      target: './main',
      from: ['./renderer', './test', './scripts'],
      message: 'main and renderer meet in the contract.',
    },
  ];
}

function rendererZones(root: string): readonly Zone[] {
  return [
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
    ...entries(root, 'renderer/features').flatMap((feature) => [
      {
        target: `./renderer/features/${feature}`,
        from: './renderer/features',
        except: [`./${feature}`],
        message: 'A feature imports no sibling feature.',
      },
      {
        target: `./renderer/features/${feature}`,
        from: './renderer/app',
        message: 'The app shows features; a feature does not know the app.',
      },
    ]),
  ];
}

/** What a folder holds today, so that a new part has its rules from its first line. */
function entries(root: string, folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder)).sort();
  } catch {
    return []; // Not built yet.
  }
}
