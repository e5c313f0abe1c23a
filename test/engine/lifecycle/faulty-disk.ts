import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import type SQLite from 'better-sqlite3';

/** What goes wrong when a write is refused. */
export type FaultKind = 'EIO' | 'ENOSPC';

/** A disk that refuses one write, counted from the moment that it is armed. The modules below are put in the place of the real ones. */
export class FaultyDisk {
  #home: string | null = null;
  #failAt = Infinity;
  #kind: FaultKind = 'EIO';
  #seen = 0;
  /** What was refused; empty for nothing so far. */
  refused = '';

  arm(home: string, options: { readonly failAt: number; readonly kind: FaultKind }): void {
    this.#home = home;
    this.#failAt = options.failAt;
    this.#kind = options.kind;
    this.#seen = 0;
    this.refused = '';
  }

  /** Returns how many writes there were since. */
  disarm(): number {
    this.#home = null;
    return this.#seen;
  }

  sqlite(Real: typeof SQLite): typeof SQLite {
    const meet = (sql: string): void => {
      if (this.#home === null || !this.#isDue(sql)) return;
      throw this.#kind === 'EIO'
        ? new Real.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE')
        : new Real.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    return class extends Real {
      override prepare(sql: string): never {
        const statement = super.prepare(sql);
        const run = statement.run.bind(statement);
        if (/^\s*(INSERT|UPDATE|DELETE|BEGIN|COMMIT)/i.test(sql)) {
          statement.run = (...values: unknown[]) => {
            meet(sql.trim().slice(0, 40));
            return run(...values);
          };
        }
        // The declared type has parameters that a stand-in cannot name.
        return statement as never;
      }
    } as unknown as typeof SQLite;
  }

  fs(real: typeof Fs): typeof Fs {
    const names = [
      'writeFileSync',
      'appendFileSync',
      'mkdirSync',
      'renameSync',
      'linkSync',
    ] as const;
    const { O_WRONLY, O_RDWR } = real.constants;
    const openSync = ((path: string, flags: string | number = 'r', mode?: number) => {
      const reads = typeof flags === 'number' ? (flags & (O_WRONLY | O_RDWR)) === 0 : flags === 'r';
      if (!reads) this.#meet('openSync', path);
      return real.openSync(path, flags, mode);
    }) as typeof real.openSync;
    const faulty = { ...real, ...this.#wrapped(real, names), openSync };
    return { ...faulty, default: faulty } as typeof Fs;
  }

  fsPromises(real: typeof FsPromises): typeof FsPromises {
    const names = ['writeFile', 'mkdir', 'rename', 'rm'] as const;
    const rejecting = Object.entries(this.#wrapped(real, names)).map(([name, wrapped]) => [
      name,
      // Whoever awaits is told, and nobody who only calls.
      async (...values: unknown[]): Promise<unknown> =>
        (wrapped as (...values: unknown[]) => unknown)(...values),
    ]);
    const faulty = { ...real, ...Object.fromEntries(rejecting) } as typeof FsPromises;
    return { ...faulty, default: faulty } as typeof FsPromises;
  }

  #wrapped<T extends object>(real: T, names: readonly (keyof T & string)[]): Partial<T> {
    const entries = names.map((name) => {
      const original = real[name] as (...values: unknown[]) => unknown;
      const wrapped = (...values: unknown[]): unknown => {
        this.#meet(name, String(values[0]));
        return original(...values);
      };
      return [name, wrapped];
    });
    return Object.fromEntries(entries) as Partial<T>;
  }

  #meet(name: string, path: string): void {
    if (this.#home === null || !path.startsWith(this.#home)) return;
    if (!this.#isDue(`${name} ${path.slice(this.#home.length)}`)) return;
    const message = `${this.#kind}: injected, ${name} '${path}'`;
    throw Object.assign(new Error(message), { code: this.#kind, syscall: name, path });
  }

  #isDue(what: string): boolean {
    this.#seen += 1;
    if (this.#seen !== this.#failAt) return false;
    this.refused = what;
    return true;
  }
}
