import { describe, expect, it } from 'vitest';
import { checkAccess, reaches } from '../../../engine/contract/access.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import type { Access } from '../../../engine/contract/operation.ts';
import { nobody, type Caller } from '../../../engine/contract/operations.ts';

type Verdict = 'allowed' | 'unauthorized' | 'forbidden';

const roles = ['admin', 'manager', 'operator', 'viewer', null] as const;
const table: readonly (readonly [Access, Verdict, Verdict, Verdict, Verdict, Verdict])[] = [
  ['public', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
  ['viewer', 'allowed', 'allowed', 'allowed', 'allowed', 'unauthorized'],
  ['operator', 'allowed', 'allowed', 'allowed', 'forbidden', 'unauthorized'],
  ['manager', 'allowed', 'allowed', 'forbidden', 'forbidden', 'unauthorized'],
  ['admin', 'allowed', 'forbidden', 'forbidden', 'forbidden', 'unauthorized'],
];

function verdict(needed: Access, role: Caller['role']): Verdict {
  try {
    checkAccess(needed, { ...nobody, role });
    return 'allowed';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.code as Verdict;
  }
}

describe('checkAccess', () => {
  it.each(table)('decides for "%s": admin, manager, operator, viewer, nobody', (needed, ...row) => {
    expect(roles.map((role) => verdict(needed, role))).toEqual(row);
    expect(roles.map((role) => reaches(needed, { role }))).toEqual(
      row.map((said) => said === 'allowed'),
    );
  });

  it('says which role is needed', () => {
    expect(() => checkAccess('manager', { ...nobody, role: 'viewer' })).toThrow(
      /requires the role manager, and you have the role viewer/,
    );
  });
});
