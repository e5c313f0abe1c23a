import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPastEvents } from '../../../engine/api/past-events.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';

const aboutDag = (fileName: string): EngineEvent => ({
  type: 'dag.changed',
  fileName,
  change: 'updated',
});

/** Events of two DAGs, numbered from 1, of which some are long. */
const history = fc.array(
  fc.record({ fileName: fc.constantFrom('a', 'b'), length: fc.constantFrom(1, 400_000) }),
  { maxLength: 12 },
);

describe('past events', () => {
  it('gives all behind a number that a filter asks for, or says that some are forgotten', () => {
    fc.assert(
      fc.property(
        history,
        fc.nat(12),
        fc.constantFrom({}, { name: 'a' }),
        (events, from, filter) => {
          const past = createPastEvents();
          const all = events.map(({ fileName, length }, index) => ({
            number: index + 1,
            event: aboutDag(fileName),
            message: `${index + 1}${'x'.repeat(length)}`,
          }));
          all.forEach(past.add);

          const found = past.after(from, filter);

          const behind = all.filter(({ number }) => number > from);
          const size = behind.reduce((sum, { message }) => sum + message.length, 0);
          if (size > 1_048_576) {
            expect(found).toBeNull();
          } else {
            const wanted = behind.filter(
              ({ event }) => !('name' in filter) || ('fileName' in event && event.fileName === 'a'),
            );
            expect(found).toEqual(wanted.map(({ message }) => message));
          }
        },
      ),
    );
  });

  it('remembers the last thousand', () => {
    const past = createPastEvents();
    for (let number = 1; number <= 1500; number += 1) {
      past.add({ number, event: aboutDag('a'), message: String(number) });
    }

    expect(past.after(499, {})).toBeNull();
    expect(past.after(500, {})).toHaveLength(1000);
    expect(past.after(1500, {})).toEqual([]);
  });

  it('leads on from nothing that it was told to forget', () => {
    const past = createPastEvents();
    past.add({ number: 1, event: aboutDag('a'), message: 'one' });

    past.forget(2);

    expect(past.after(1, {})).toBeNull();
    expect(past.after(2, {})).toEqual([]);
  });
});
