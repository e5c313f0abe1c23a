import { posix } from 'node:path';
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import type { SshConnection } from '../../lib/ssh/connect-ssh.ts';
import { SshError } from '../../lib/ssh/ssh-error.ts';
import { filesOf, refuses, statusOf, type Status } from './sftp-status.ts';

type Answer<T> = (error?: Error | null, value?: T) => void;

/** A file of another host that is open. */
export interface OpenFile {
  readonly path: string;
  readonly handle: Buffer;
}

/** The files of another host. Every error is in words for a person. */
export class RemoteFiles {
  readonly #sftp: SFTPWrapper;
  readonly #connection: SshConnection;
  #isLost = false;

  static async open(connection: SshConnection): Promise<RemoteFiles> {
    return new RemoteFiles(await filesOf(connection), connection);
  }

  private constructor(sftp: SFTPWrapper, connection: SshConnection) {
    this.#sftp = sftp;
    this.#connection = connection;
    const lost = (): void => void (this.#isLost = true);
    sftp.once('close', lost);
    connection.client.once('close', lost);
  }

  /** Null: nothing is there. A link is what it leads to. */
  stat(path: string): Promise<Stats | null> {
    return this.#ask<Stats>(path, (done) => this.#sftp.stat(path, done)).catch(
      unless('nothing', null),
    );
  }

  /** What a folder holds; nothing where it may be written to and not read. */
  list(folder: string): Promise<readonly FileEntryWithStats[]> {
    return this.#ask<readonly FileEntryWithStats[]>(folder, (done) =>
      this.#sftp.readdir(folder, done),
    ).catch(unless('denied', []));
  }

  openToRead(path: string): Promise<OpenFile> {
    return this.#open(path, (done) => this.#sftp.open(path, 'r', done));
  }

  /** Opens a new file for writing: nothing may bear its name. */
  openAnew(path: string, mode: number): Promise<OpenFile> {
    return this.#open(path, (done) => this.#sftp.open(path, 'wx', mode, done));
  }

  /** Opens a file that is there for writing. */
  openToChange(path: string): Promise<OpenFile> {
    return this.#open(path, (done) => this.#sftp.open(path, 'r+', done));
  }

  statOpen({ path, handle }: OpenFile): Promise<Stats> {
    return this.#ask(path, (done) => this.#sftp.fstat(handle, done));
  }

  close({ path, handle }: OpenFile): Promise<void> {
    return this.#ask(path, (done) => this.#sftp.close(handle, done));
  }

  /** Reads up to so many bytes; fewer at the end of the file alone. */
  async read({ path, handle }: OpenFile, position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let got = 0;
    while (got < length) {
      const more = await this.#ask<number>(path, (done) =>
        this.#sftp.read(handle, bytes, got, length - got, position + got, done),
      );
      if (more === 0) break;
      got += more;
    }
    return bytes.subarray(0, got);
  }

  write({ path, handle }: OpenFile, position: number, bytes: Buffer): Promise<void> {
    return this.#ask(path, (done) =>
      this.#sftp.write(handle, bytes, 0, bytes.length, position, done),
    );
  }

  setTime({ path, handle }: OpenFile, seconds: number): Promise<void> {
    return this.#ask(path, (done) => this.#sftp.futimes(handle, seconds, seconds, done));
  }

  /** Makes a folder with those above it, where they are missing. */
  async makeFolder(path: string): Promise<void> {
    const found = await this.stat(path);
    if (found?.isDirectory() === true) return;
    if (found !== null)
      throw new Error(`${JSON.stringify(path)} on ${this.#connection.host} is not a folder.`);
    await this.makeFolder(posix.dirname(path));
    await this.#ask(path, (done) => this.#sftp.mkdir(path, done));
  }

  remove(path: string): Promise<void> {
    return this.#ask(path, (done) => this.#sftp.unlink(path, done));
  }

  /** Gives a file the name of another one, which it replaces. */
  async replace(path: string, to: string): Promise<void> {
    try {
      await this.#ask(to, (done) => this.#sftp.ext_openssh_rename(path, to, done));
    } catch (error) {
      if (error instanceof SshError || statusOf(error) !== null) throw error;
      // The protocol itself has no such thing.
      if ((await this.stat(to)) !== null) await this.remove(to);
      await this.#ask(to, (done) => this.#sftp.rename(path, to, done));
    }
  }

  async #open(path: string, start: (done: Answer<Buffer>) => void): Promise<OpenFile> {
    return { path, handle: await this.#ask(path, start) };
  }

  /** A lost connection answers nothing. */
  #ask<T = void>(path: string, start: (done: Answer<T>) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isLost) {
        reject(this.#connection.lost());
        return;
      }
      start((error, value) => {
        // What is asked for nothing is answered by nothing.
        if (!error) resolve(value as T);
        else reject(refuses(path, error, this.#connection));
      });
    });
  }
}

function unless<T>(status: Status, value: T): (error: unknown) => T {
  return (error) => {
    if (statusOf(error) === status) return value;
    throw error;
  };
}
