import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyMeter, ReplyTooLarge } from '../../../engine/step-programs/redis/reply-meter.ts';

const MB = 1024 * 1024;
const text = (bytes: number): string => `$${bytes}\r\n${'x'.repeat(bytes)}\r\n`;
const list = (...items: readonly string[]): string => `*${items.length}\r\n${items.join('')}`;

/** Replies that are too large only together, of every kind. */
const replies = [
  ...['+OK\r\n', ':-12\r\n', '-ERR no\r\n', '$-1\r\n', '*-1\r\n', '*0\r\n', text(0)],
  list(':1\r\n', list(text(3), list()), '$-1\r\n', text(5)),
  `%1\r\n${text(1)}:1\r\n`,
  text(15 * MB),
  list(text(8 * MB), text(8 * MB)),
  list(...Array.from({ length: 60_000 }, () => ':7\r\n')),
  list(...Array.from({ length: 60_000 }, () => text(1))),
];
const all = Buffer.from(replies.join(''));

describe('what follows the replies of a Redis server', () => {
  it('lets all pass that are small enough, wherever they are cut', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: all.length }), { maxLength: 30 });
    fc.assert(
      fc.property(cuts, (places) => {
        const meter = new ReplyMeter();
        const ends = [0, ...places.toSorted((a, b) => a - b), all.length];
        for (const [index, end] of ends.entries())
          meter.read(all.subarray(ends[index - 1] ?? 0, end));
      }),
      { numRuns: 20 },
    );
  });

  it('lets all pass that come byte by byte', () => {
    const meter = new ReplyMeter();
    const small = Buffer.from([...replies.slice(0, 9), text(70)].join(''));

    for (let times = 0; times < 20_000; times += 1)
      for (const byte of small) meter.read(Buffer.of(byte));
  });

  it.each([
    ['a text', `$${25 * MB}\r\n`],
    ['a text in a list', `*3\r\n${text(15 * MB)}$${10 * MB}\r\n`],
    ['a list', '*100001\r\n'],
    ['a list in a list', `*2\r\n*60000\r\n${':1\r\n'.repeat(60_000)}*60000\r\n`],
    ['a map', '%50001\r\n'],
    ['a line without end', `+${'x'.repeat(24 * MB)}`],
    ['lists in lists without end', '*1\r\n'.repeat(100_001)],
  ])('refuses one that is too large as soon as the server says so: %s', (_what, begin) => {
    const meter = new ReplyMeter();
    const bytes = Buffer.from(begin);
    meter.read(all);
    meter.read(bytes.subarray(0, -1));

    expect(() => meter.read(bytes.subarray(-1))).toThrow(ReplyTooLarge);
  });
});
