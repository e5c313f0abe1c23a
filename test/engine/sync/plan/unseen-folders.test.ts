import { expect, it } from 'vitest';
import { refusedFolder, refusedUnseen } from '../../../../engine/sync/plan/unseen-folders.ts';

const item = (path: string) => ({ itemId: path.replace('.yaml', ''), path });

it('an item is unseen below a folder that was not looked at, and nowhere else', () => {
  const unseen = [{ path: 'team/large', why: 'much' }] as const;

  expect(refusedUnseen(item('team/large/a.yaml'), unseen)?.itemId).toBe('team/large/a');
  expect(refusedUnseen(item('team/large.yaml'), unseen)).toBeNull();
  expect(refusedUnseen(item('team/larger/a.yaml'), unseen)).toBeNull();
});

it('all items are unseen where the repository itself was not looked at as a whole', () => {
  expect(refusedUnseen(item('a.yaml'), [{ path: '', why: 'much' }])).not.toBeNull();
});

it('a folder says why it was not looked at, and a long name has an end', () => {
  expect(refusedFolder({ path: '', why: 'much' }).message).toMatch(
    /^The repository has more files and folders than Git Sync looks at/,
  );
  const { message } = refusedFolder({ path: 'd/'.repeat(1000), why: 'deep' });
  expect(message).toMatch(/^(?:d\/){100}… lies in too many folders/);
});
