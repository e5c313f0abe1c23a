import type { Config } from '../../config/config.ts';
import type { Cli } from '../cli.ts';
import { remark } from '../say.ts';
import type { NamedRun } from '../../server/command-request.ts';
import { EngineLost } from '../../server/engine-lost.ts';
import type { Link } from './link.ts';
import { noAnswer } from './no-answer.ts';
import type { OwnEngine } from './own-engine.ts';
import { Patience } from '../../server/patience.ts';
import { reachEngine, type Reached } from './reach-engine.ts';

/**
 * The engines of a command, one after another: that of another command ends with that one, and its own makes way for one
 * that stays.
 */
export class EngineSession {
  readonly #cli: Cli;
  readonly #config: Config;
  readonly #listeners = new Set<(link: Link) => void>();
  #link: Promise<Link>;
  #current: Link | null = null;
  #own: OwnEngine | null = null;
  /** The run that this command has asked for, and goes on with. */
  #kept: NamedRun | null = null;
  #isOver = false;
  #underWay = 0;
  #idle = Promise.withResolvers<void>();

  constructor(cli: Cli, config: Config) {
    this.#cli = cli;
    this.#config = config;
    this.#link = this.#connect();
  }

  /** The engine of now; rejects where none can be had. */
  get link(): Promise<Link> {
    return this.#link;
  }

  /** From now on each engine of this command goes on with the run. */
  keep(run: NamedRun): void {
    this.#kept = run;
  }

  /** Calls back with the engine of now, and with each that takes its place; the returned function ends that. */
  onLink(listener: (link: Link) => void): () => void {
    this.#listeners.add(listener);
    if (this.#current !== null) listener(this.#current);
    return () => this.#listeners.delete(listener);
  }

  /** Uses the engine of now, which makes way for another one no sooner than that is done. */
  async use<T>(work: (link: Link) => Promise<T>): Promise<T> {
    const link = await this.#link;
    this.#underWay += 1;
    try {
      return await work(link);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle.resolve();
    }
  }

  /**
   * Takes another engine in the place of one that has ended; of many who notice that, the first one acts. False: the command
   * has ended as well, and needs none.
   */
  replace(lost: Link): boolean {
    if (this.#isOver) return false;
    if (this.#current !== lost) return true;
    this.#current = null;
    this.#link = this.#connect();
    // Whoever asks next is told.
    this.#link.catch(() => undefined);
    return true;
  }

  /** Ends an engine of its own. Returns how many steps of its run keep running. */
  async end(): Promise<number> {
    this.#isOver = true;
    await this.#link.catch(() => undefined);
    return (await this.#own?.stop(this.#kept)) ?? 0;
  }

  async #connect(): Promise<Link> {
    const link = await this.#findForKept();
    const isWatching = this.#listeners.size > 0 && this.#kept === null;
    if (isWatching && link.engine === 'in process') {
      remark(this.#cli, 'The engine has ended. Active runs are shown as it left them.');
    }
    this.#current = link;
    for (const listener of this.#listeners) listener(link);
    return link;
  }

  async #findForKept(): Promise<Link> {
    for (;;) {
      const link = await this.#find();
      try {
        if (this.#kept !== null) await link.resume(this.#kept);
        return link;
      } catch (error) {
        // It has ended with its command meanwhile.
        if (!(error instanceof EngineLost)) throw error;
      }
    }
  }

  /** Whoever has the home for a command says in a moment where it can be asked, or has ended by then. */
  async #find(): Promise<Link> {
    const patience = new Patience(this.#cli.clock, {
      noAnswer,
      tell: (pid) => remark(this.#cli, `Waiting for process ${pid}, which is using this home…`),
    });
    for (;;) {
      const reached = await reachEngine(this.#cli, this.#config);
      if (reached !== null) return this.#linkTo(reached);
      try {
        return await this.#ownLink();
      } catch (error) {
        await patience.after(error);
      }
    }
  }

  #linkTo(reached: Reached): Link {
    const link = { ...reached, isElsewhere: reached.endpoint === null };
    // Nobody drives the run until there is another engine.
    reached.onLost(() => void (this.#kept === null || this.replace(link)));
    return link;
  }

  async #ownLink(): Promise<Link> {
    // An engine is ten times as much as the rest of a command.
    const { ownEngine } = await import('./own-engine.ts');
    const own = await ownEngine(this.#cli, this.#config, () => this.#handOver());
    this.#own = own;
    return { ...own, engine: 'in process', isElsewhere: false };
  }

  /** Lets go of the home, and goes on with the engine that has it then. */
  #handOver(): void {
    const own = this.#own;
    // Whose command ends, ends as well.
    if (own === null || this.#isOver) return;
    this.#own = null;
    this.#current = null;
    this.#link = this.#letGo(own).then(() => this.#connect());
    this.#link.catch(() => undefined);
  }

  async #letGo(own: OwnEngine): Promise<void> {
    while (this.#underWay > 0) {
      this.#idle = Promise.withResolvers();
      await this.#idle.promise;
    }
    await own.stop(null);
    await this.#serviceCame();
  }

  /** Waits for the engine that has asked for the home; should it fail to start, one of our own does. */
  async #serviceCame(): Promise<void> {
    const patience = new Patience(this.#cli.clock, { noAnswer });
    while (!patience.isOver && (await reachEngine(this.#cli, this.#config)) === null) {
      await patience.pause();
    }
  }
}
