import { median, type Figure, type Measure } from '../measure.ts';
import type { ServerHome } from '../servers/server.ts';
import type { RunningServer } from '../servers/server.ts';
import { costOfStarts } from './start.ts';
import { costOfChain } from './steps.ts';

const CHAINS = 5;
const STEPS = 100;
/** A tenth is what medians of one machine differ by, and half of that what a deeper index may take. */
const SLOPE = 1.15;

interface Growth {
  readonly name: string;
  /** What there is more and more of. */
  readonly what: string;
  /** From the least to the most. */
  readonly sizes: readonly [number, ...number[]];
  /** Why it should add nothing to the cost of a step and a start. */
  readonly reason: string;
  readonly oursAlone?: true;
  /** Brings a home from so many to so many. */
  readonly fill: (home: ServerHome, from: number, to: number) => void;
}

const titles = { step: 'a chain step', answer: 'start answered', begin: 'process begun' };

type Cost = keyof typeof titles;
const costs = ['step', 'answer', 'begin'] as const satisfies readonly Cost[];

/** A step and a start in a home that grows: their cost at each size, and how many times the first the last one is. */
export function measureGrowth({ oursAlone, ...growth }: Growth): Measure {
  const { name, sizes, fill } = growth;
  return {
    name,
    onRequest: true,
    ...(oursAlone && { oursAlone }),
    figures: costs.flatMap((cost) => figuresOf(cost, growth)),
    fillHome: (home) => fill(home, 0, sizes[0]),

    async take(server) {
      const found = await costsBySize(server, growth);
      const figures = costs.flatMap((cost) => [
        ...found.map((each) => [`${name}.${cost}-${each.size}`, each[cost]] as const),
        [`${name}.${cost}-slope`, (found.at(-1)?.[cost] ?? 0) / (found[0]?.[cost] ?? 0)] as const,
      ]);
      return Object.fromEntries(figures);
    },
  };
}

function figuresOf(cost: Cost, { name, what, sizes, reason }: Growth): readonly Figure[] {
  const figure = { better: 'lower', budget: null, peerThen: null } as const;
  const title = titles[cost];
  const [first, last = first] = [sizes[0], sizes.at(-1)].map((size) => size?.toLocaleString('en'));
  return [
    ...sizes.map((size) => ({
      ...figure,
      key: `${name}.${cost}-${size}`,
      title: `${size.toLocaleString('en')} ${what}: ${title}`,
      unit: 'ms' as const,
    })),
    {
      ...figure,
      key: `${name}.${cost}-slope`,
      title: `${last} ${what} to ${first}: ${title}`,
      unit: '×',
      budget: SLOPE,
      reason,
    },
  ];
}

async function costsBySize(first: RunningServer, { sizes, fill }: Growth) {
  const found: ({ readonly size: number } & Readonly<Record<Cost, number>>)[] = [];
  let server = first;
  let from = sizes[0];
  try {
    for (const size of sizes) {
      if (size > from) {
        const before = from;
        server = await server.restart({ meanwhile: (home) => fill(home, before, size) });
        from = size;
      }
      found.push({ size, ...(await costsNow(server, `bench-grown-${size}`)) });
    }
  } finally {
    await server.stop();
  }
  return found;
}

async function costsNow(server: RunningServer, name: string): Promise<Record<Cost, number>> {
  // The first chain of a server pays for code that has not been compiled yet.
  await costOfChain(server, name, STEPS);
  const steps: number[] = [];
  for (let index = 0; index < CHAINS; index += 1) {
    steps.push((await costOfChain(server, name, STEPS)).step);
  }
  const { answered, begun } = await costOfStarts(server, name);
  return { step: median(steps), answer: answered, begin: begun };
}
