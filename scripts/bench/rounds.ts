import type { Measure, Results } from './measure.ts';
import type { Contender } from './servers/server.ts';

interface Plan {
  readonly servers: readonly Contender[];
  readonly measures: readonly Measure[];
  readonly rounds: number;
}

/** Takes all rounds, whichever server began the last one coming second in the next. */
export async function takeRounds({ servers, measures, rounds }: Plan): Promise<Results> {
  const results = new Map(servers.map(({ name }) => [name, {} as Record<string, number[]>]));
  for (let round = 1; round <= rounds; round += 1) {
    const order = round % 2 === 1 ? servers : servers.toReversed();
    for (const server of order) {
      console.log(`Round ${round} of ${rounds}: ${server.name}`);
      const figures = results.get(server.name) ?? {};
      for (const [key, value] of Object.entries(await takeRound(server, measures))) {
        (figures[key] ??= []).push(value);
      }
    }
  }
  return results;
}

type Figures = Readonly<Record<string, number>>;

async function takeRound(server: Contender, measures: readonly Measure[]): Promise<Figures> {
  const shared = measures.filter(({ fillHome }) => fillHome === undefined);
  const figures: Record<string, number> = shared.length > 0 ? await takeOn(server, shared) : {};
  for (const measure of server.hasOurStore ? measures : []) {
    if (measure.fillHome) Object.assign(figures, await takeOn(server, [measure]));
  }
  return figures;
}

/** Takes measures on one start of a server. One that fails is named and left out; the others go on. */
async function takeOn(contender: Contender, measures: readonly Measure[]): Promise<Figures> {
  const server = await contender.start(measures[0]?.fillHome);
  const figures: Record<string, number> = {};
  try {
    for (const measure of measures) {
      try {
        Object.assign(figures, await measure.take(server));
      } catch (error) {
        console.log(`  ${measure.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    await server.stop();
  }
  return figures;
}
