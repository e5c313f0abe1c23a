import type { Measure, MeasureSettings, Results } from './measure.ts';
import type { Contender } from './servers/server.ts';

interface Plan {
  readonly servers: readonly Contender[];
  readonly measures: readonly Measure[];
  readonly rounds: number;
  readonly settings: MeasureSettings;
}

/** Takes all rounds, each second one in the other order, so that none of the servers always comes first. */
export async function takeRounds({ servers, rounds, ...plan }: Plan): Promise<Results> {
  const results = new Map(servers.map(({ name }) => [name, {} as Record<string, number[]>]));
  for (let round = 1; round <= rounds; round += 1) {
    const order = round % 2 === 1 ? servers : servers.toReversed();
    for (const server of order) {
      console.log(`Round ${round} of ${rounds}: ${server.name}`);
      const figures = results.get(server.name) ?? {};
      for (const [key, value] of Object.entries(await takeRound(server, plan))) {
        (figures[key] ??= []).push(value);
      }
    }
  }
  return results;
}

type Figures = Readonly<Record<string, number>>;

type Takings = Pick<Plan, 'measures' | 'settings'>;

async function takeRound(server: Contender, { measures, settings }: Takings): Promise<Figures> {
  const wanted = measures.filter(({ oursAlone }) => !oursAlone || server.hasOurStore);
  const groups = [
    wanted.filter((measure) => !hasOwnServer(measure)),
    ...wanted.filter(hasOwnServer).map((measure) => [measure]),
  ];
  const figures: Record<string, number> = {};
  for (const group of groups.filter(({ length }) => length > 0)) {
    Object.assign(figures, await takeOn(server, { measures: group, settings }));
  }
  return figures;
}

const hasOwnServer = ({ fillHome, ownServer }: Measure): boolean =>
  ownServer === true || fillHome !== undefined;

/** Takes measures on one start of a server. One that fails is named and left out; the others go on. */
async function takeOn(contender: Contender, { measures, settings }: Takings): Promise<Figures> {
  const server = await contender.start(measures[0]?.fillHome);
  const figures: Record<string, number> = {};
  try {
    for (const measure of measures) {
      try {
        Object.assign(figures, await measure.take(server, settings));
      } catch (error) {
        console.log(`  ${measure.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    await server.stop();
  }
  return figures;
}
