/** Runs tests of the folder that it is started in, again and again, as it is told on its channel. */
import { createVitest, type TestModule } from 'vitest/node';
import type { TestAnswer, TestOrder } from './test-runner.ts';

const SLOW_MS = 5_000;

let answer: { failed: string | undefined; isLate: boolean; slow: string[] };
const vitest = await createVitest('test', {
  run: true,
  watch: false,
  // What one mistake has loaded is nothing for the next.
  isolate: true,
  bail: 1,
  silent: true,
  reporters: [
    {
      onTestModuleEnd: (module: TestModule) => {
        if (module.diagnostic().duration > SLOW_MS) answer.slow.push(module.moduleId);
        if (module.state() !== 'failed' || answer.failed !== undefined) return;
        answer.failed = module.moduleId;
        answer.isLate = errorsOf(module).some((message) => message.includes('timed out'));
      },
    },
  ],
});
await vitest.standalone();

process.on('message', async ({ changed, tests }: TestOrder) => {
  answer = { failed: undefined, isLate: false, slow: [] };
  vitest.invalidateFile(changed);
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(test));
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The next order is about another file, and this one is as it was by then.
  vitest.invalidateFile(changed);
  if (unhandledErrors.length > 0) answer.failed ??= tests[0];
  process.send?.(answer satisfies TestAnswer);
});
process.send?.('ready');

function errorsOf(module: TestModule): readonly string[] {
  const tests = [...module.children.allTests('failed')];
  return tests.flatMap((test) => test.result().errors ?? []).map(({ message }) => message);
}
