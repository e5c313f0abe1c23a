import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catchUpPlace, withCatchUpWindow } from '../../../renderer/lib/catch-up-line.ts';

const list = ['schedule:', '  - "0 1 * * *"', '', '  # at noon too', '  - "0 12 * * *"'];

describe('a catch-up window', () => {
  it.each([
    ['a line', ['schedule: "0 1 * * *"', 'steps: []']],
    ['a list', [...list, 'steps: []']],
    ['a list at the margin', ['schedule:', '- "0 1 * * *"', '- "0 2 * * *"', 'steps: []']],
    ['a map', ['schedule:', '  start: "0 1 * * *"', '  stop: "0 2 * * *"', 'steps: []']],
    ['the last value', ['steps: []', ...list]],
    ['a line of a file of Windows', ['schedule: "0 1 * * *"\r', 'steps: []\r', '']],
  ])('is written below a schedule that is %s', (_what, lines) => {
    const text = lines.join('\n');
    const before = parse(text) as object;

    expect(parse(withCatchUpWindow(text))).toEqual({ ...before, catchup_window: '6h' });
  });

  it('stands right below the schedule, above the comment of the next key', () => {
    const text = 'schedule: "0 1 * * *"\n\n# what it does\nsteps: []\n';

    const next = withCatchUpWindow(text);

    expect(next).toBe('schedule: "0 1 * * *"\ncatchup_window: 6h\n\n# what it does\nsteps: []\n');
    expect(catchUpPlace(next)).toEqual({ line: 2, column: 17 });
  });

  it('of the first of several DAGs ends with that document', () => {
    const next = withCatchUpWindow('schedule: "0 1 * * *"\n---\nname: other\n');

    expect(next).toBe('schedule: "0 1 * * *"\ncatchup_window: 6h\n---\nname: other\n');
  });

  it('is found where it is set, with or without a value', () => {
    expect(catchUpPlace('name: a\ncatchup_window:   2d12h\n')).toEqual({ line: 2, column: 19 });
    expect(catchUpPlace('catchup_window:')).toEqual({ line: 1, column: 16 });
    expect(catchUpPlace('# catchup_window: 6h\nsteps: []')).toBeUndefined();
  });

  it('changes nothing where no schedule begins a line', () => {
    const text = '{schedule: "0 1 * * *", steps: []}';

    expect(withCatchUpWindow(text)).toBe(text);
  });
});
