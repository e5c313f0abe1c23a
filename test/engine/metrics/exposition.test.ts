import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expositionText, type Metric } from '../../../engine/metrics/exposition.ts';
import { Histogram } from '../../../engine/metrics/histogram.ts';
import { readExposition } from '../../support/exposition.ts';

const gauge = (series: Metric['series']): Metric => ({
  name: 'a_gauge',
  help: 'How it is.',
  type: 'gauge',
  series,
});

function histogramOf(...values: readonly number[]): Histogram {
  const histogram = new Histogram([1, 5, 15]);
  values.forEach((value) => histogram.observe(value));
  return histogram;
}

describe('the text of metrics', () => {
  it('says of each metric what it is, and then has a line for each series', async () => {
    const series = [{ value: 1.5 }, { labels: { dag: 'a', status: 'failed' }, value: 0 }];

    expect(await expositionText([gauge(series)])).toBe(
      '# HELP a_gauge How it is.\n# TYPE a_gauge gauge\na_gauge 1.5\na_gauge{dag="a",status="failed"} 0\n',
    );
  });

  it('escapes what would end a label or a line', async () => {
    const labels = { dag: 'a"b\\c\nd' };
    const metric = { ...gauge([{ labels, value: 1 }]), help: 'a\\b\nc "d"' };

    expect(await expositionText([metric])).toBe(
      '# HELP a_gauge a\\\\b\\nc "d"\n# TYPE a_gauge gauge\na_gauge{dag="a\\"b\\\\c\\nd"} 1\n',
    );
  });

  it('can be read back, whatever stands in help, labels and values', async () => {
    const telling = fc.constantFrom('"', '\\', '\n', 'n', ',', '{', '}', '=', ' ', '#');
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: telling }));
    const anySeries = fc.record({
      labels: fc.dictionary(fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,8}$/), anyText),
      value: fc.double(),
    });
    const series = fc.uniqueArray(anySeries, { selector: ({ labels }) => JSON.stringify(labels) });

    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => text !== ''),
        series,
        async (help, given) => {
          const read = readExposition(await expositionText([{ ...gauge(given), help }]));

          const [metric] = [...read.values()];
          expect(metric?.help).toBe(help);
          // The text format has one zero.
          const numbers = given.map(({ labels, value }) => ({
            labels: { ...labels },
            value: value + 0,
          }));
          expect(metric?.series.map(({ labels, value }) => ({ labels, value }))).toEqual(numbers);
        },
      ),
    );
  });

  it.each([
    { value: Infinity, text: '+Inf' },
    { value: -Infinity, text: '-Inf' },
    { value: NaN, text: 'NaN' },
    { value: 1e21, text: '1e+21' },
    { value: 100_000_000_000, text: '100000000000' },
  ])('writes $value as $text', async ({ value, text }) => {
    expect(await expositionText([gauge([{ value }])])).toContain(`\na_gauge ${text}\n`);
  });

  it('counts in each bucket of a histogram what is at most as large as its bound', async () => {
    const series = [{ labels: { dag: 'a' }, value: histogramOf(0.5, 1, 1.1, 15, 16) }];
    const metric: Metric = { name: 'sec', help: 'Seconds.', type: 'histogram', series };

    expect((await expositionText([metric])).split('\n').slice(2)).toEqual([
      'sec_bucket{dag="a",le="1"} 2',
      'sec_bucket{dag="a",le="5"} 3',
      'sec_bucket{dag="a",le="15"} 4',
      'sec_bucket{dag="a",le="+Inf"} 5',
      'sec_sum{dag="a"} 33.6',
      'sec_count{dag="a"} 5',
      '',
    ]);
  });

  it('leaves the buckets out of a summary', async () => {
    const series = [{ value: histogramOf(2, 3) }];
    const metric: Metric = { name: 'sec', help: 'Seconds.', type: 'summary', series };

    expect((await expositionText([metric])).split('\n').slice(2)).toEqual([
      'sec_sum 5',
      'sec_count 2',
      '',
    ]);
  });

  it('lets others have their turn while it makes a long text', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);

    await expositionText([
      gauge(Array.from({ length: 20_000 }, (_, at) => ({ labels: { at: `${at}` }, value: 1 }))),
    ]);
    clearImmediate(next);

    expect(turns).toBeGreaterThan(5);
  });
});
