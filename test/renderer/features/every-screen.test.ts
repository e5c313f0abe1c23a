import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paletteItems } from '../../../renderer/app/palette-items.ts';
import { routes } from '../../../renderer/app/routes.tsx';
import { sections } from '../../../renderer/features/settings/sections.ts';
import { shots } from '../screenshots/shots.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { aScene } from '../support/scene.ts';
import { screens } from '../support/screens.ts';

const project = join(import.meta.dirname, '../../..');
const now = Date.parse('2026-11-19T08:42:00Z');

/** Views to which the palette does not lead, with the reason. */
const outsidePalette: Readonly<Record<string, string>> = {
  '/login': 'stands before the palette',
  '/settings/webhooks/nightly': 'one of the list in the settings',
  '/runs/caller/1/sub/called/2': 'opened from the run that called it',
};

/** The addresses to which the palette leads. */
function offered(): readonly string[] {
  const items = paletteItems('', {
    dags: [aDagItem('orders-etl', now)],
    runs: aScene(now).runs,
    gates: [],
    refusal: () => undefined,
    git: new Map(),
    commands: [],
    mayRun: true,
    mayCreate: true,
    settings: sections,
    shown: undefined,
    recent: [],
    now,
  });
  return items.flatMap(({ action }) => (action.kind === 'go' ? [action.href] : []));
}

const leadsTo = (pattern: RegExp, address: string): boolean =>
  pattern.test(address.split('?')[0] ?? '');

describe.each(routes)('the view at $pattern', ({ pattern }) => {
  it('is among the screens that are looked at for accessibility and texts', () => {
    expect(screens.some(({ path }) => leadsTo(pattern, path))).toBe(true);
  });

  it('is among the screenshots', () => {
    expect(shots.some(({ path }) => leadsTo(pattern, path))).toBe(true);
  });

  it('can be opened from the palette, or is known not to be', () => {
    const addresses = [...offered(), ...Object.keys(outsidePalette)];

    expect(addresses.some((address) => leadsTo(pattern, address))).toBe(true);
  });
});

it('every store of the window has a test', () => {
  const stores = globSync('renderer/**/*-store.ts', { cwd: project }).map((file) => basename(file));
  const tests = globSync('test/renderer/stores/*.ts', { cwd: project })
    .map((file) => readFileSync(join(project, file), 'utf8'))
    .join('\n');

  expect(stores.filter((store) => !tests.includes(`/${store}'`))).toEqual([]);
  expect(stores).not.toEqual([]);
});
