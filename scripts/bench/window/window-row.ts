/**
 * Rows of the window: how fast the built page is, in a headless Chromium beside the built engine, alone on the machine.
 *
 * To add a row: a file in this folder that exports a `WindowRow`, its place in `window-measures.ts`, nothing else. A row has
 * an engine on a home of its own, which `fillHome` and `prepare` fill, and says what one sample is: it is given a new,
 * empty page each time, goes where it likes (`goTo`), and answers with a value for each of its figures. The frame takes one
 * sample that does not count and five that do, and reports their medians; of a row that takes minutes, one (`samples`). A figure that is no time from a page that opens
 * (frames, scripting) has its tools in `page-cost.ts`.
 */
import { chromium, type Browser, type Page } from 'playwright-core';
import { findCounterpart } from '../../test/counterparts.ts';
import { median, type Figure, type Measure } from '../measure.ts';
import type { RunningServer } from '../servers/server.ts';

const SAMPLES = 5;
const PATIENCE_MS = 60_000;

/** A figure of the window: no peer has it. */
export type WindowFigure = Omit<Figure, 'peerThen'>;

export interface WindowRow extends Pick<Measure, 'fillHome'> {
  /** With `window-` before it the name of the measure. */
  readonly name: string;
  readonly figures: readonly WindowFigure[];
  /** How many count; of a single one that is all that is taken. */
  readonly samples?: number;
  /** Brings the engine to where all samples begin. */
  readonly prepare?: (server: RunningServer) => Promise<void>;
  readonly sample: (view: WindowView) => Promise<Readonly<Record<string, number>>>;
}

export interface WindowView {
  readonly page: Page;
  readonly server: RunningServer;
  /** For what only time brings: how many minutes are watched. */
  readonly minutes: number;
  /** Opens an address of the window, and answers when the browser has begun to. */
  readonly goTo: (path: string) => Promise<void>;
}

/** The row as a measure of the group `window`. */
export function windowMeasure(row: WindowRow): Measure {
  const { name, figures, fillHome, samples: count = SAMPLES } = row;
  return {
    name: `window-${name}`,
    group: 'window',
    figures: figures.map((figure) => ({ ...figure, peerThen: null })),
    ...(fillHome && { fillHome }),
    ownServer: true,
    oursAlone: true,
    onRequest: true,

    async take(server, { minutes }) {
      await row.prepare?.(server);
      const browser = await launch();
      try {
        const stage = { server, browser, minutes };
        if (count > 1) await sampleOf(row, stage);
        const samples: Readonly<Record<string, number>>[] = [];
        for (let index = 0; index < count; index += 1) {
          samples.push(await sampleOf(row, stage));
        }
        return Object.fromEntries(
          figures.map(({ key }) => [key, median(samples.map((sample) => sample[key] ?? NaN))]),
        );
      } finally {
        await browser.close();
      }
    },
  };
}

async function launch(): Promise<Browser> {
  const executablePath = findCounterpart('chromium');
  if (executablePath === null) throw new Error('There is no Chromium; name one by CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly minutes: number;
}

/** One sample in a context of its own, so that nothing of the one before is kept. */
async function sampleOf(row: WindowRow, { server, browser, minutes }: Stage) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const origin = new URL(server.api.base).origin;
    const goTo = async (path: string) =>
      void (await page.goto(origin + path, { waitUntil: 'commit' }));
    return await row.sample({ page, server, minutes, goTo });
  } finally {
    await context.close();
  }
}
