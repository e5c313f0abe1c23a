import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { applicationMenu } from '../../../main/menus/application-menu.ts';

function flat(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [
    item,
    ...(Array.isArray(item.submenu) ? flat(item.submenu) : []),
  ]);
}

function aMenu(platform: NodeJS.Platform) {
  const done: string[] = [];
  const menu = applicationMenu(platform, {
    newDag: () => done.push('new'),
    search: () => done.push('search'),
    reloadEngineState: () => done.push('reload'),
  });
  return { menu, items: flat(menu), done };
}

describe('applicationMenu', () => {
  it.each([
    { label: 'New DAG', command: 'new' },
    { label: 'Search', command: 'search' },
    { label: 'Reload Engine State', command: 'reload' },
  ])('does what $label says', ({ label, command }) => {
    const { items, done } = aMenu('linux');
    const item = items.find((each) => each.label === label);

    (item?.click as () => void)();

    expect(done).toEqual([command]);
  });

  it('leaves the key of Search to the page', () => {
    const search = aMenu('linux').items.find(({ label }) => label === 'Search');

    expect(search).toMatchObject({ accelerator: 'CmdOrCtrl+K', registerAccelerator: false });
  });

  it.each([
    { platform: 'darwin', roles: ['appMenu', 'editMenu', 'windowMenu', 'help'] },
    { platform: 'win32', roles: ['editMenu', 'windowMenu', 'help'] },
    { platform: 'linux', roles: ['editMenu', 'windowMenu', 'help'] },
  ] as const)('has the menus that people expect on $platform', ({ platform, roles }) => {
    const { menu, items } = aMenu(platform);

    expect(menu.flatMap(({ role }) => (role === undefined ? [] : [role]))).toEqual(roles);
    expect(items.some(({ role }) => role === 'quit')).toBe(platform !== 'darwin');
  });

  it('has no two commands on one key', () => {
    const keys = aMenu('linux').items.flatMap(({ accelerator }) => accelerator ?? []);

    expect(new Set(keys).size).toBe(keys.length);
  });
});
