import { existsSync } from 'node:fs';
import { isoTime, type Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  hasHolder,
  removeHolder,
  removeHolderElsewhere,
  writeHolder,
  writeHolderElsewhere,
} from '../../platform/engine-holder.ts';
import { writeHomeFile } from '../../platform/home-file.ts';
import { writeWhenPossible } from '../../platform/write-when-possible.ts';

/** Tells others, in files, that this process serves a data folder. */
export class HolderNotes {
  readonly #dataDir: string;
  readonly #logDir: string;
  readonly #surroundings: { readonly clock: Clock; readonly log: Logger };
  readonly #about: { readonly startedAt: string; readonly isService: boolean };
  /** Id of the home, once it is known. */
  #home: string | undefined;
  #endHolder = (): void => undefined;
  #endHome = (): void => undefined;

  constructor(
    { dataDir, logDir }: { readonly dataDir: string; readonly logDir: string },
    dependencies: { readonly clock: Clock; readonly log: Logger; readonly isService: boolean },
  ) {
    this.#dataDir = dataDir;
    this.#logDir = logDir;
    this.#surroundings = dependencies;
    const { clock, isService } = dependencies;
    this.#about = { startedAt: isoTime(clock.now()), isService };
  }

  /** Call it as soon as the lock is held. */
  say(): void {
    this.#say(() => writeHolder(this.#dataDir, { ...this.#about, home: this.#home }));
  }

  /** The same with the id of the home, which the folder tells from then on. */
  sayHome(id: string): void {
    this.#home = id;
    this.say();
    this.#endHome = writeWhenPossible(
      'the file with the identity of the home',
      () => writeHomeFile(this.#dataDir, id),
      this.#surroundings,
    );
  }

  /** Where the files of the folder were taken away, nothing else tells that it is served. */
  sayAgain(): void {
    if (!existsSync(this.#dataDir)) {
      if (hasHolder(this.#logDir)) return;
      this.#say(() => writeHolderElsewhere(this.#logDir, this.#dataDir, this.#about));
    } else if (!hasHolder(this.#dataDir)) this.say();
  }

  /** Says nothing any more. Call it before the lock is let go. */
  remove(): void {
    this.giveUp();
    removeHolder(this.#dataDir);
    removeHolderElsewhere(this.#logDir, this.#dataDir);
  }

  /** Gives up what could not be written yet, where the lock was never held. */
  giveUp(): void {
    this.#endHolder();
    this.#endHome();
  }

  #say(write: () => void): void {
    this.#endHolder();
    this.#endHolder = writeWhenPossible(
      'the file with the process of the engine',
      write,
      this.#surroundings,
    );
  }
}
