import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { temporaryFolder } from '../../support/home.ts';

it('the defaults of the program that asks beat those of the table, and all that is set beats both', () => {
  const defaults = { 'auth.builtin.token.store': 'auto' } as const;
  const home = temporaryFolder('home');
  const store = () => loadConfig({ home, env: {}, defaults }).auth.token.store;

  expect(store()).toBe('auto');
  writeFileSync(join(home, 'config.yaml'), 'auth: { builtin: { token: { store: file } } }');
  expect(store()).toBe('file');
});
