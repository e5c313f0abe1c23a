import { describe } from 'vitest';
import {
  counterparts,
  findCounterpart,
  type CounterpartName,
} from '../../scripts/test/counterparts.ts';

/**
 * `describe` for suites that need a real program, which the suite is given the path of. They are skipped where it is
 * missing; `npm test` has then named them, or failed under CI.
 *
 *     describeWithReal('chromium', 'The window', (chromium) => { it('…', …) });
 */
export function describeWithReal(
  name: CounterpartName,
  title: string,
  suite: (program: string) => void,
): void {
  const program = findCounterpart(name);
  if (program === null) {
    describe.skip(`${title} (needs ${counterparts[name].title})`, () => suite(''));
  } else {
    describe(title, () => suite(program));
  }
}
