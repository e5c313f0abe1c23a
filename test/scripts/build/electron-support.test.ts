import { expect, test } from 'vitest';
import { isSupported } from '../../../scripts/build/electron-support.ts';

test.each([
  ['45.3.2', '45.4.1', true],
  ['45.3.2', '47.0.0', true],
  ['45.3.2', '48.0.0', false],
  ['46.0.0-beta.1', '45.4.1', true],
  ['9.4.4', '10.0.0', true],
  ['9.4.4', '45.4.1', false],
])('Electron %s, while %s is the latest, gets fixes: %s', (shipped, latest, gets) => {
  expect(isSupported(shipped, latest)).toBe(gets);
});

test.each(['', 'latest', '^45'])('"%s" is no version to judge by', (text) => {
  expect(() => isSupported(text, '45.4.1')).toThrow(/is no version of Electron/);
});
