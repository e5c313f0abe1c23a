/**
 * Rows of step types: what a step takes through the engine, beside the program that people would call for the same work.
 *
 * To add a row: an exported `TypeRow` in a file of this folder, its place in `type-measures.ts`, nothing else. Steps run one
 * after another in a run of ten, and the program is started ten times; each has been there once before.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, timeEach, type Measure } from '../measure.ts';
import { treeCpuMs } from '../process-cost.ts';
import { costOfSteps } from '../measures/steps.ts';
import type { RunningServer } from '../servers/server.ts';

const COUNT = 10;
const run = promisify(execFile);

export interface TypeRow {
  readonly type: string;
  /** Where the counterpart is, and what is asked of it. `folder` is empty, and removed by whoever gave it. */
  readonly open: (folder: string) => Promise<TypeWork> | TypeWork;
}

export interface TypeWork {
  /** Keys of the DAG, with line breaks at their ends. */
  readonly head?: string;
  /** Keys of a step beside its name and type, a line each. */
  readonly step: readonly string[];
  /** The program that does the same, with its arguments. */
  readonly client: readonly [program: string, ...args: string[]];
  /** What the engine is started again with, and the program is given. */
  readonly env?: NodeJS.ProcessEnv;
  readonly close?: () => unknown;
}

/** The row as a measure of the group `types`. */
export function typeMeasure({ type, open }: TypeRow): Measure {
  const key = (name: string): string => `types.${type}.${name}`;
  const usual = { unit: 'ms', better: 'lower', peerThen: null } as const;
  return {
    name: `types-${type}`,
    group: 'types',
    figures: [
      { key: key('step'), title: `type ${type}: a step`, ...usual, budget: null },
      { key: key('cpu'), title: `type ${type}: processor a step`, ...usual, budget: null },
      {
        key: key('more'),
        title: `type ${type}: the same without its bare client`,
        ...usual,
        budget: 80,
        reason: 'a Node that starts and loads what the type needs',
      },
    ],
    oursAlone: true,
    ownServer: true,
    onRequest: true,

    async take(first) {
      const work = await open(mkdtempSync(join(first.scratch, `${type}-`)));
      const server = work.env === undefined ? first : await first.restart({ env: work.env });
      try {
        const { step, cpu } = await costOfType(server, { type, work });
        const client = await clientMs(work);
        return { [key('step')]: step, [key('cpu')]: cpu, [key('more')]: step - client };
      } finally {
        if (server !== first) await server.stop();
        await work.close?.();
      }
    },
  };
}

interface Steps {
  readonly type: string;
  readonly work: TypeWork;
}

async function costOfType(server: RunningServer, { type, work }: Steps) {
  const costOf = (count: number) =>
    costOfSteps(server, {
      ...{ name: `bench-${type}`, count, head: '' },
      spec: specOf(count, { type, work }),
    });
  await costOf(1);
  const before = treeCpuMs(server.pid);
  const { step } = await costOf(COUNT);
  return { step, cpu: (treeCpuMs(server.pid) - before) / COUNT };
}

function specOf(count: number, { type, work: { head = '', step } }: Steps): string {
  const lines = step.map((line) => `    ${line}\n`).join('');
  const steps = Array.from(
    { length: count },
    (_, index) => `  - name: s${index}\n    type: ${type}\n${lines}`,
  );
  return `${head}steps:\n${steps.join('')}`;
}

async function clientMs({ client: [program, ...args], env }: TypeWork): Promise<number> {
  const act = () => run(program, args, { env: { ...process.env, ...env } });
  await act();
  return median(await timeEach({ times: COUNT, atOnce: 1 }, act));
}
