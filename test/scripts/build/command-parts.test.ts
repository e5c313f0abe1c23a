import { expect, it } from 'vitest';
import { commandParts } from '../../../scripts/build/command-parts.js';
import { parts } from '../../../scripts/build/parts.ts';

/** What the window alone is made of. */
const ofWindow = ['main', 'engine', 'preload', 'renderer'];

it('a checkout builds each program of the engine for its commands', () => {
  const others = parts.map(({ name }) => name).filter((name) => !ofWindow.includes(name));

  expect(others.toSorted()).toEqual(commandParts.toSorted());
});
