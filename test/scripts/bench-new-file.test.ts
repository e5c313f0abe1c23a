import { expect, it } from 'vitest';
import { newFileMs, slowDiskNote } from '../../scripts/bench/new-file.ts';

it('A disk that makes files slowly is named with its time, and what to do about it', () => {
  const note = slowDiskNote(0.6149);

  expect(note).toContain('0.61 ms each');
  expect(note).toContain('TMPDIR');
});

it('A disk that makes files in less than a step shows is not worth a word', () => {
  expect(slowDiskNote(0.099)).toBeNull();
});

it('What a new file takes is a time', () => {
  expect(newFileMs()).toBeGreaterThan(0);
});
