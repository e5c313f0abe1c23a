import { expect, it } from 'vitest';
import { isReservedFileName } from '../../../engine/contract/fields.ts';
import { operations } from '../../../engine/contract/operations.ts';

it('reserves every file name whose address is that of another operation', () => {
  const all = Object.values(operations).map(({ method, path }) => ({
    method,
    parts: path.split('/').slice(1),
  }));
  const ofFiles = all.filter(({ parts }) => parts[0] === 'dags' && parts[1] === '{fileName}');

  const taken = ofFiles.flatMap(({ method, parts }) => {
    const same = all.filter((one) => one.method === method && one.parts.length === parts.length);
    const meets = same.filter((one) =>
      one.parts.every((part, index) => index === 1 || part === parts[index]),
    );
    return meets.map((one) => one.parts[1] ?? '').filter((part) => !part.startsWith('{'));
  });

  expect(taken.toSorted()).toEqual(['search', 'tags']);
  expect(taken.filter((name) => !isReservedFileName(name))).toEqual([]);
});
