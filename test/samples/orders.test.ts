import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { samplesDir, startSampleEngine, type SampleEngine } from './sample-engine.ts';

interface Order {
  readonly month: string;
  readonly product: string;
  readonly units: number;
  readonly cents: number;
}

const regions = ['north', 'south', 'east', 'west'];
const header = 'order,date,product,units,cents_each\n';

function ordersOf(region: string): readonly Order[] {
  const text = readFileSync(join(samplesDir, `data/orders/${region}.csv`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([, date = '', product = '', units, cents]) => ({
      month: date.slice(0, 7),
      product,
      units: Number(units),
      cents: Number(units) * Number(cents),
    }));
}

const total = (orders: readonly Order[]) => ({
  orders: orders.length,
  cents: orders.reduce((sum, { cents }) => sum + cents, 0),
});

let engine: SampleEngine;
beforeAll(async () => {
  engine = await startSampleEngine();
});
afterAll(async () => {
  await engine.stop();
});

describe('Orders by region', () => {
  it('adds up every region and all of them', async () => {
    const run = await engine.run('orders-by-region');

    expect(run).toMatchObject({ statusLabel: 'succeeded' });
    const outputs = await engine.outputs(run);
    const found = Object.fromEntries(
      Object.entries(outputs).map(([name, value]) => [name, JSON.parse(value)]),
    );
    expect(found).toEqual({
      ...Object.fromEntries(regions.map((region) => [region, total(ordersOf(region))])),
      all: total(regions.flatMap(ordersOf)),
    });
  });

  it('ends with one table of all regions', async () => {
    const run = await engine.run('orders-by-region');

    const rows = (await engine.log(run, 'table')).split('\n').map((line) => line.split(/ +/));
    const { orders, cents } = total(regions.flatMap(ordersOf));
    expect(rows.map(([region]) => region)).toEqual(['region', ...regions, 'all']);
    expect(rows.at(-1)).toEqual(['all', String(orders), (cents / 100).toFixed(2)]);
  });

  it('fans out to four steps that wait for one and are waited for by one', async () => {
    const { dag } = await engine.client.call('dags.get', { fileName: 'orders-by-region' });

    const fan = dag.steps.filter(({ name }) => regions.includes(name));
    expect(dag.max_active_steps).toBe(4);
    expect(fan.map(({ depends }) => depends)).toEqual(regions.map(() => ['check the files']));
    expect(dag.steps.find(({ name }) => name === 'all regions')?.depends).toEqual(regions);
  });
});

describe('The summary of orders', () => {
  const orders = ordersOf('north');

  it('sums a table up by product and month', async () => {
    const run = await engine.run('order-summary');

    expect(run).toMatchObject({ statusLabel: 'succeeded' });
    const { totals = '', best = '', months = '' } = await engine.outputs(run);
    expect(JSON.parse(totals)).toEqual(total(orders));
    expect(JSON.parse(best)).toEqual(mostWanted(orders));
    const byMonth = Object.groupBy(orders, ({ month }) => month);
    expect(JSON.parse(months)).toEqual(
      Object.entries(byMonth).map(([month, inIt]) => ({ month, cents: total(inIt ?? []).cents })),
    );
  });

  it('says it in words, by the paths into the outputs', async () => {
    const run = await engine.run('order-summary');

    const { product, units } = mostWanted(orders);
    const january = total(orders.filter(({ month }) => month === '2025-01')).cents;
    const average = Math.floor(total(orders).cents / orders.length);
    expect(await engine.log(run, 'summary')).toBe(
      [
        'The check of data/orders/north.csv ended with 0.',
        `${orders.length} orders, ${average} cents each on average.`,
        `Most wanted: ${product} (${units} units).`,
        `First month: 2025-01 with ${january} cents.`,
      ].join('\n'),
    );
  });

  it.each([
    ['other columns', 'a,b,c,d,e\n', 2, 'columns are not those'],
    ['a line that is cut off', `${header}N-1,2025-01-01,Mug\n`, 3, 'Line 2 has 3 columns'],
  ])('stops at a table with %s', async (_, text, exitCode, words) => {
    const file = join(temporaryFolder('table'), 'orders.csv');
    writeFileSync(file, text);

    const run = await engine.run('order-summary', { FILE: file });

    expect(run.statusLabel).toBe('failed');
    expect(run.nodes[0]).toMatchObject({ statusLabel: 'failed', exitCode });
    expect(await engine.log(run, 'check the table', 'stderr')).toContain(words);
  });

  it('shows a product that reads like a command, and does not run it', async () => {
    const product = '$(touch made) `touch made`; touch made';
    const file = join(temporaryFolder('table'), 'orders.csv');
    writeFileSync(file, `${header}N-1,2025-01-01,${product},2,100\n`);

    const run = await engine.run('order-summary', { FILE: file });

    expect(await engine.log(run, 'summary')).toContain(`Most wanted: ${product} (2 units).`);
    expect(readdirSync(engine.dagsDir)).not.toContain('made');
  });
});

function mostWanted(orders: readonly Order[]): { product: string; units: number } {
  const byProduct = Object.groupBy(orders, ({ product }) => product);
  const counted = Object.entries(byProduct).map(([product, of]) => ({
    product,
    units: (of ?? []).reduce((sum, { units }) => sum + units, 0),
  }));
  const [best] = counted.toSorted((one, other) => other.units - one.units);
  if (best === undefined) throw new Error('There are no orders.');
  return best;
}
