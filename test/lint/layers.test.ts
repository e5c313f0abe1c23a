import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineLayers, executionRooms } from '../../scripts/lint/layers.ts';
import { buildHouse, thisHouse } from './house.ts';

const engine = engineLayers.map((layer) => `engine/${layer}`);
const rooms = executionRooms.map((room) => `engine/execution/${room}`);
const contract = ['engine/contract'];
const rendererBelow = ['renderer/client', 'renderer/components', 'renderer/lib'];
const features = ['renderer/features/dags', 'renderer/features/runs'];
const mainParts = ['main/app', 'main/ipc', 'main/preload', 'main/windows'];
const main = [...mainParts, 'main/engine-host', 'main'];

/** The layers up to one, with the folders of their own rules that stand in them. */
function upTo(layer: string): readonly string[] {
  const layers = engine.slice(0, engine.indexOf(layer) + 1);
  return [
    ...layers,
    ...(layers.includes('engine/execution') ? rooms : []),
    ...(layers.includes('engine/server') ? ['engine/services/handlers'] : []),
  ];
}

/** The whole of the layering: each place, and all the places that it may import from. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(engine.map((place) => [place, upTo(place)])),
  ...Object.fromEntries(
    rooms.map((room, index) => [
      room,
      [...upTo('engine/platform'), 'engine/steps', ...rooms.slice(index)],
    ]),
  ),
  'engine/services/handlers': [...upTo('engine/services'), 'engine/services/handlers'],
  'engine/api': [...upTo('engine/api'), 'engine/services/handlers'],
  'engine/server': [...upTo('engine/server'), 'engine'],
  'engine/cli': [...upTo('engine/cli'), 'engine'],
  engine: [...upTo('engine/cli'), 'engine'],
  ...Object.fromEntries(mainParts.map((place) => [place, [...contract, ...main]])),
  main: [...contract, ...main],
  'main/engine-host': [...upTo('engine/cli'), 'engine', ...main],
  'renderer/app': [...contract, 'renderer/app', ...features, ...rendererBelow],
  'renderer/features/dags': [...contract, 'renderer/features/dags', ...rendererBelow],
  'renderer/features/runs': [...contract, 'renderer/features/runs', ...rendererBelow],
  'renderer/client': [...contract, ...rendererBelow],
  'renderer/components': [...contract, 'renderer/components', 'renderer/lib'],
  'renderer/lib': [...contract, ...rendererBelow],
};
const places = [...Object.keys(mayImport), 'test', 'scripts'];
const fileOf = (place: string) => `${place}/index.ts`;
const house = buildHouse(
  Object.fromEntries(places.map((place) => [fileOf(place), 'export const here = true;\n'])),
);

async function forbidden(file: string, specifiers: readonly string[]): Promise<readonly string[]> {
  const code = specifiers.map((specifier) => `import '${specifier}';`).join('\n');
  const messages = await house.lint(file, code);
  const lines = messages.filter(({ ruleId }) => ruleId === 'import-x/no-restricted-paths');
  return [...new Set(lines.map(({ line }) => specifiers[line - 1] ?? ''))];
}

describe('The layers', () => {
  it.each(Object.keys(mayImport))('let %s import what it may, and nothing else', async (place) => {
    const allowed = mayImport[place] ?? [];
    const path = (to: string) => pathBetween(fileOf(place), fileOf(to));

    const found = await forbidden(fileOf(place), places.map(path));

    const expected = places.filter((to) => !allowed.includes(to)).map(path);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  const doors = ['#engine', '#server'];

  it.each(['main/ipc', 'main', ...features, 'renderer/client', 'engine/dag'])(
    'stop %s from importing #engine and #server',
    async (place) => {
      expect(await forbidden(fileOf(place), doors)).toEqual(doors);
    },
  );

  it.each(['main/engine-host', 'test', 'scripts'])(
    'let %s import #engine and #server',
    async (place) => {
      expect(await forbidden(fileOf(place), doors)).toEqual([]);
    },
  );

  it.each(['main/ipc', 'renderer/app', 'renderer/lib', 'test'])(
    'let %s import #contract',
    async (place) => {
      expect(await forbidden(fileOf(place), ['#contract/index.ts'])).toEqual([]);
    },
  );

  it('see imports of types, of other loaders and by export', async () => {
    const messages = await house.lint(
      'renderer/app/probe.ts',
      [
        "import type { here } from '../../engine/index.ts';",
        "export { here as there } from '../../main/index.ts';",
        "export const late = () => import('../../engine/dag/index.ts');",
        'export type Here = typeof here;',
      ].join('\n'),
    );

    const lines = messages
      .filter(({ ruleId }) => ruleId === 'import-x/no-restricted-paths')
      .map(({ line }) => line);
    expect(lines).toEqual([1, 2, 3]);
  });

  it('have a place for every folder of the engine', () => {
    const folders = readdirSync(join(import.meta.dirname, '../../engine'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);

    expect(engineLayers).toEqual(expect.arrayContaining(folders));
  });

  it('stand in ARCHITECTURE.md, in this order, each with its row and its README', () => {
    const project = join(import.meta.dirname, '../..');
    const page = readFileSync(join(project, 'ARCHITECTURE.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const readmes = engine.filter((layer) => existsSync(join(project, layer, 'README.md')));

    expect(page.replaceAll('\n', ' ')).toContain(`in this order: ${engineLayers.join(', ')}.`);
    expect(engine.filter((layer) => !rows.some((row) => row.includes(`\`${layer}`)))).toEqual([]);
    expect(readmes.filter((layer) => !page.includes(`](${layer}/README.md)`))).toEqual([]);
  });

  it('have a room for every folder of the execution', () => {
    const folders = readdirSync(join(import.meta.dirname, '../../engine/execution'), {
      withFileTypes: true,
    }).filter((entry) => entry.isDirectory());

    expect(folders.map(({ name }) => name).toSorted()).toEqual(executionRooms.toSorted());
  });

  it('hold in this checkout', async () => {
    const code = "import { isoTime } from '../lib/clock.ts';\nexport const time = isoTime(0);\n";

    expect(await thisHouse.lint('engine/contract/probe.ts', code)).toMatchObject([
      { ruleId: 'import-x/no-restricted-paths', line: 1 },
    ]);
    expect(await thisHouse.lint('engine/dag/probe.ts', code)).toEqual([]);
  });
});

describe('Cycles', () => {
  const cycle = buildHouse({
    'engine/dag/one.ts': "import { two } from './two.ts';\nexport const one = () => two;\n",
    'engine/dag/two.ts': "import { one } from './one.ts';\nexport const two = () => one;\n",
    'engine/contract/three.ts': "import { four } from './four.ts';\nexport const three = four;\n",
    'engine/contract/four.ts':
      "import type { three } from './three.ts';\nexport const four: typeof three | null = null;\n",
  });

  it('are refused', async () => {
    const messages = await cycle.lint(
      'engine/dag/one.ts',
      "import { two } from './two.ts';\nexport const one = () => two;\n",
    );

    expect(messages).toMatchObject([{ ruleId: 'import-x/no-cycle', line: 1 }]);
  });

  it('of types alone do no harm and pass', async () => {
    const messages = await cycle.lint(
      'engine/contract/three.ts',
      "import { four } from './four.ts';\nexport const three = four;\n",
    );

    expect(messages).toEqual([]);
  });
});

function pathBetween(file: string, to: string): string {
  const path = relative(dirname(file), to);
  return path.startsWith('.') ? path : `./${path}`;
}
