import { describe, expect, it } from 'vitest';
import { fallenBetween, readExposition } from './exposition.ts';

const head = '# HELP a What it is.\n# TYPE a gauge\n';

describe('the reader of metrics', () => {
  it('reads names, labels, values and escapes', () => {
    const text = `# HELP a One\\nline \\\\.\n# TYPE a gauge\na{b="x\\"\\\\\\n",c="}, "} 1.5e3\na +Inf\n`;

    expect(readExposition(text).get('a')).toEqual({
      name: 'a',
      help: 'One\nline \\.',
      type: 'gauge',
      series: [
        { name: 'a', labels: { b: 'x"\\\n', c: '}, ' }, value: 1500 },
        { name: 'a', labels: {}, value: Infinity },
      ],
    });
  });

  it('ends lines where the format does, and nowhere else', () => {
    const text = '# HELP a one\rtwo\u2028three\n# TYPE a gauge\na{b="\r\u2028"} 1\n';

    expect(readExposition(text).get('a')).toMatchObject({
      help: 'one\rtwo\u2028three',
      series: [{ labels: { b: '\r\u2028' } }],
    });
  });

  it.each([
    { wrong: 'no last line end', text: `${head}a 1` },
    { wrong: 'a second TYPE', text: `${head}a 1\n${head}a 2\n` },
    { wrong: 'a series twice', text: `${head}a{b="1"} 1\na{b="1"} 2\n` },
    { wrong: 'a series of another metric', text: `${head}b 1\n` },
    { wrong: 'a label twice', text: `${head}a{b="1",b="2"} 1\n` },
    { wrong: 'a quote in a label', text: `${head}a{b="1"2"} 1\n` },
    { wrong: 'no number', text: `${head}a one\n` },
    { wrong: 'a metric without HELP', text: '# TYPE a gauge\na 1\n' },
    { wrong: 'a negative counter', text: '# HELP a A.\n# TYPE a counter\na -1\n' },
    {
      wrong: 'a histogram without its last bucket',
      text: '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n',
    },
    {
      wrong: 'a histogram that descends',
      text: '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    },
  ])('refuses $wrong', ({ text }) => {
    expect(() => readExposition(text)).toThrow();
  });
});

describe('what fell between two scrapes', () => {
  const scrape = (count: number, more = ''): string =>
    `# HELP svc_a A.\n# TYPE svc_a counter\nsvc_a{b="1"} ${count}\n${more}`;
  const gauge = (value: number): string => `# HELP g G.\n# TYPE g gauge\ng ${value}\n`;

  it('is a counter that is smaller or gone, and no gauge', () => {
    expect(fallenBetween(scrape(2, gauge(2)), scrape(2, gauge(1)))).toEqual([]);
    expect(fallenBetween(scrape(2), scrape(1))).toEqual(['svc_a{"b":"1"}']);
    expect(fallenBetween(scrape(2), gauge(2))).toEqual(['svc_a{"b":"1"}']);
  });
});
