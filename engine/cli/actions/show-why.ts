import type { Format } from '../commands/options.ts';
import type { Moment } from '../commands/time-options.ts';
import type { SlotKind } from '../../contract/schedule.ts';
import { isoTime } from '../../lib/clock.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { withEngine } from '../connection/connect.ts';
import { json } from '../print/json.ts';
import { whyText } from '../print/why.ts';

export interface WhyOptions extends GlobalOptions {
  readonly format: Format;
  readonly kind?: SlotKind;
}

interface WhyQuestion {
  readonly dag: string;
  /** Undefined: the last slot. */
  readonly at: Moment | undefined;
}

/** Prints what became of a slot, and the evidence. */
export async function showWhy(
  cli: Cli,
  { dag, at }: WhyQuestion,
  options: WhyOptions,
): Promise<void> {
  const config = configOf(cli, options);
  const time = at === undefined ? {} : { time: isoTime(at(cli.clock.now())) };
  const kind = options.kind === undefined ? {} : { kind: options.kind };
  const answer = await withEngine(cli, config, ({ client }) =>
    client.call('dags.why', { fileName: dag, ...time, ...kind }),
  );
  cli.out.write(options.format === 'json' ? json(answer) : whyText(answer, cli.out));
}
