import type { Figure, Measure } from '../measure.ts';
import { residentMb } from '../process-cost.ts';
import type { RunningServer } from '../servers/server.ts';
import { beginBound, costOfStarts } from './start.ts';
import { chainBound, costOfChain, costOfFan, fanBound } from './steps.ts';

/** About 90 MB are its own. */
const BALLAST_MB = 210;

const ballast = import.meta.resolve('../ballast.ts');

const figuresOf = (key: string, words: string): readonly Figure[] => {
  const figure = (name: string, title: string, rest: Partial<Figure>): Figure => ({
    key: `engine-size.${key}-${name}`,
    title: `${words}: ${title}`,
    unit: 'ms',
    better: 'lower',
    budget: null,
    peerThen: null,
    ...rest,
  });
  return [
    figure('memory', 'memory', { unit: 'MB' }),
    figure('step', 'a chain step', chainBound),
    figure('fan', 'a fan step', fanBound),
    figure('begin', 'process begun', beginBound),
  ];
};

/** What a step costs an engine that has just started, and one that holds much memory: a fork copies what maps it. */
export const engineSize: Measure = {
  name: 'engine-size',
  figures: [...figuresOf('small', 'new engine'), ...figuresOf('large', 'engine of 300 MB')],
  // What makes it large is loaded by Node.
  oursAlone: true,
  ownServer: true,

  async take(small) {
    const atFirst = await costs(small, 'small');
    const large = await small.restart({
      env: { NODE_OPTIONS: `--import=${ballast}`, DAGWRIGHT_BENCH_BALLAST_MB: `${BALLAST_MB}` },
    });
    try {
      return { ...atFirst, ...(await costs(large, 'large')) };
    } finally {
      await large.stop();
    }
  },
};

async function costs(server: RunningServer, key: string): Promise<Record<string, number>> {
  const memory = residentMb(server.pid);
  const name = `bench-${key}`;
  await costOfChain(server, name, 50);
  return {
    [`engine-size.${key}-memory`]: memory,
    [`engine-size.${key}-step`]: (await costOfChain(server, name, 300)).step,
    [`engine-size.${key}-fan`]: (await costOfFan(server, name, 400)).step,
    [`engine-size.${key}-begin`]: (await costOfStarts(server, name)).begun,
  };
}
