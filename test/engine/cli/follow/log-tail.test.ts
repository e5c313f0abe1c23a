import { describe, expect, it } from 'vitest';
import { LogTail } from '../../../../engine/cli/follow/log-tail.ts';

/** A log that grows by hand, in pages of at most three lines. */
function aLog() {
  let text = '';
  const printed: string[] = [];
  const lines = () => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  const tail = new LogTail({
    read: (offset, limit) => {
      const rest = lines().slice(offset - 1);
      const page = rest.slice(0, Math.min(3, limit));
      return Promise.resolve({
        content: page.join('\n'),
        lineCount: page.length,
        totalLines: lines().length,
        hasMore: rest.length > page.length,
        isEstimate: false,
      });
    },
    print: (line) => printed.push(line),
  });
  return {
    tail,
    write: (more: string) => {
      text += more;
    },
    printed: () => printed.splice(0),
  };
}

describe('LogTail', () => {
  it('prints each line once', async () => {
    const { tail, write, printed } = aLog();

    write('1\n2\n3\n4\n5\n');
    await tail.catchUp('growing');
    expect(printed()).toEqual(['1', '2', '3', '4']);

    write('6\n');
    await tail.catchUp('growing');
    expect(printed()).toEqual(['5']);

    await tail.catchUp('ended');
    expect(printed()).toEqual(['6']);
    await tail.catchUp('ended');
    expect(printed()).toEqual([]);
  });

  it('waits for the end of a line, until the log has been quiet', async () => {
    const { tail, write, printed } = aLog();

    write('one\nhalf');
    expect(await tail.catchUp('growing')).toBe(true);
    expect(printed()).toEqual(['one']);

    expect(await tail.catchUp('quiet')).toBe(false);
    expect(printed()).toEqual(['half']);

    write(' whole\nnext\n');
    await tail.catchUp('ended');
    expect(printed()).toEqual([' whole', 'next']);
  });

  it('does not repeat a line that was shown while it was the last one', async () => {
    const { tail, write, printed } = aLog();

    write('whole\n');
    await tail.catchUp('quiet');
    expect(await tail.catchUp('growing')).toBe(false);
    write('next\n');
    await tail.catchUp('ended');

    expect(printed()).toEqual(['whole', 'next']);
  });

  it('keeps empty lines', async () => {
    const { tail, write, printed } = aLog();

    write('\n\na\n\n');
    await tail.catchUp('quiet');
    await tail.catchUp('ended');

    expect(printed()).toEqual(['', '', 'a', '']);
  });
});
