import type { MenuItemConstructorOptions } from 'electron';

interface Item extends Pick<MenuItemConstructorOptions, 'label' | 'role' | 'accelerator'> {
  readonly click: () => void;
  readonly submenu?: MenuStandIn;
}

class MenuStandIn {
  static #application: MenuStandIn | null = null;

  static buildFromTemplate(template: MenuItemConstructorOptions[]): MenuStandIn {
    return new MenuStandIn(template.map(itemOf));
  }

  static setApplicationMenu(menu: MenuStandIn | null): void {
    MenuStandIn.#application = menu;
  }

  static getApplicationMenu(): MenuStandIn | null {
    return MenuStandIn.#application;
  }

  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }
}

function itemOf({ label, role, accelerator, click, submenu }: MenuItemConstructorOptions): Item {
  return {
    ...(label === undefined ? {} : { label }),
    ...(role === undefined ? {} : { role }),
    ...(accelerator === undefined ? {} : { accelerator }),
    ...(Array.isArray(submenu) ? { submenu: MenuStandIn.buildFromTemplate(submenu) } : {}),
    // Main's commands use neither the item nor the window of a click.
    click: () => (click as (() => void) | undefined)?.(),
  };
}

export { MenuStandIn as Menu };
