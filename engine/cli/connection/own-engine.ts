import type { Config } from '../../config/config.ts';
import { asLive } from '../../config/live-config.ts';
import { forgetSecrets } from '../../config/secret-variables.ts';
import { createEngine, type Engine } from '../../index.ts';
import { containFaults } from '../../platform/contain-faults.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Cli } from '../cli.ts';
import { programFiles } from '../../server/program-files.ts';
import { settleZone } from '../../server/settle-zone.ts';
import type { CommandAnswers } from '../../server/answer-commands.ts';
import type { NamedRun } from '../../server/command-request.ts';

/** The engine of a command. */
export interface OwnEngine extends Pick<Engine, 'client' | 'resume'> {
  /**
   * Ends it; safe to call twice. Returns how many steps of the run that its command goes on with keep running: other commands
   * go on with those of theirs.
   */
  readonly stop: (kept: NamedRun | null) => Promise<number>;
}

/** Most commands have ended by then, and a start has begun its steps. */
const ANSWER_AFTER_MS = 200;

/**
 * The engine of a single command, in its process. Others that want the home meanwhile ask this one, a moment after it has
 * started.
 */
export async function ownEngine(
  { err, clock, env, exit }: Cli,
  config: Config,
  handOver: () => void,
): Promise<OwnEngine> {
  // Settings that are read again know what the environment has said.
  const live = asLive({ config }, env);
  forgetSecrets(process.env);
  const log = createLogger({
    format: config.logFormat,
    debug: config.debug,
    quiet: true,
    destination: err,
    timezone: () => config.timezone,
  });
  if (!config.isMachineZone) settleZone(process.env, config, log);
  // The first of a home gives it its samples, since the next one would take its folder for one that its owner has emptied.
  const { samplesDir } = programFiles();
  const engine = await createEngine({ ...live, log, clock, samplesDir, isService: false });
  const endContaining = containFaults({ log, exit });
  let opening: Promise<CommandAnswers | null> | null = null;
  let stopped: Promise<number> | undefined;

  async function open(): Promise<CommandAnswers | null> {
    try {
      // Which takes half as long to load as all the rest.
      const { answerCommands } = await import('../../server/answer-commands.ts');
      return await answerCommands({ engine, config, log, clock, handOver });
    } catch (error) {
      log.warn('Cannot answer other commands', { error });
      return null;
    }
  }
  const cancelOpening = config.ownerSocket
    ? clock.after(ANSWER_AFTER_MS, () => (opening = open()))
    : () => undefined;

  async function stop(kept: NamedRun | null): Promise<number> {
    cancelOpening();
    const answers = await opening;
    answers?.refuse();
    await engine.drain();
    // Before the home is free: the file and the socket of the next engine are not ours to remove.
    await answers?.close();
    const steps = kept === null ? 0 : engine.runningStepsOf(kept);
    await engine.stop();
    endContaining();
    return steps;
  }
  return { client: engine.client, resume: engine.resume, stop: (kept) => (stopped ??= stop(kept)) };
}
