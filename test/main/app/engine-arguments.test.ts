import { describe, expect, it } from 'vitest';
import { engineArguments } from '../../../main/app/engine-arguments.ts';

describe('engineArguments', () => {
  it.each([
    { given: [], passed: [] },
    { given: ['.', '--port', '18080'], passed: ['--port=18080'] },
    { given: ['--port=0', '--home=/tmp/a b'], passed: ['--home=/tmp/a b', '--port=0'] },
    { given: ['--no-sandbox', '--user-data-dir=/tmp/x', '--host', '::1'], passed: ['--host=::1'] },
    { given: ['--port'], passed: [] },
    { given: ['--inspect', '--program-folder=/elsewhere'], passed: [] },
  ])('passes $passed on of $given', ({ given, passed }) => {
    expect(engineArguments(given)).toEqual(passed);
  });
});
