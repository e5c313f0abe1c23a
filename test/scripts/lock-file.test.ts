import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
}

const file = join(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const others = Object.entries(packages).filter(([place]) => place !== '');

describe('the lock file', () => {
  it('says what each package must be, those of other systems included', () => {
    const unsure = others.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));

    expect(unsure.map(([place]) => place)).toEqual([]);
  });

  it('names no server, so that each machine asks its own registry', () => {
    expect(others.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
