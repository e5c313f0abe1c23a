import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { dryRunText } from '../../../../engine/cli/print/dry-run.ts';

const colors = picocolors.createColors(false);
const plan = {
  name: 'a',
  params: '{}',
  workingDir: '/dags',
  preconditions: [],
  steps: [],
  handlers: [],
};

it('says that values are not for the role of the caller where they were withheld', () => {
  expect(dryRunText({ ...plan, withheld: true }, { colors })).toContain('your role cannot see');
  expect(dryRunText(plan, { colors })).not.toContain('your role cannot see');
});
