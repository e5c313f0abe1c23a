import { ftruncateSync, writeSync } from 'node:fs';
import { openAnew, openToAppendNamed } from '../../lib/write-file.ts';
import { ByteSearch } from './byte-search.ts';
import type { Capture, FilterSettings, StreamSettings } from './filter-settings.ts';
import {
  createMasker,
  masking,
  replaceSecrets,
  sealing,
  searchFor,
  type Masker,
  type SecretSearch,
} from './masker.ts';
import { pump, pumpInOrder, type Sink } from './read-streams.ts';

/**
 * Copies the streams of a step, masked, until both have ended. Standard output comes as 0 and goes to 1, standard error
 * comes as 3 and goes to 2; 5 is told when all that the step itself wrote is written.
 *
 * @throws Error when a log or the capture cannot be written: then the step must not go on as if it could.
 */
export async function runFilter({ secrets, deafTo, ...settings }: FilterSettings): Promise<void> {
  // Before anything is read: until then the launcher may start the filter again.
  for (const signal of deafTo) process.on(signal, () => undefined);
  const search = searchFor(secrets);
  const streams = [{ from: 0, sinks: sinksOf(settings.stdout, 1, search) }];
  if (settings.stderr !== null) {
    streams.push({ from: 3, sinks: sinksOf(settings.stderr, 2, search) });
  }
  let speaking = streams.length;
  const ended = (): void => {
    speaking -= 1;
    if (speaking === 0) writeAll(5, Buffer.from('0\n'));
  };
  const sources = streams.map(({ from, sinks }) => ({
    from,
    sink: upToMark(settings.endMark, sinks, ended),
  }));
  const ready = (): void => writeAll(5, Buffer.from('ready\n'));
  await (settings.ordered ? pumpInOrder(sources, ready) : Promise.all(sources.map(pump)));
}

/** Takes the mark out of a stream, wherever its pieces are cut, and ends the sinks there. */
function upToMark(endMark: string, sinks: readonly Sink[], ended: () => void): Sink {
  const bytes = Buffer.from(endMark);
  const part = { secret: { runKey: '', name: '', value: endMark }, part: '', bytes };
  const end = (): void => sinks.forEach((sink) => sink.end());
  const finder = createMasker(
    { parts: [part], bytes: new ByteSearch([bytes]) },
    {
      secret: () => {
        end();
        ended();
        return '';
      },
      plain: (piece) => {
        for (const { push } of sinks) push(piece);
        return piece;
      },
    },
  );
  return {
    push: finder.push,
    end: () => {
      finder.end();
      end();
    },
  };
}

function sinksOf({ copies, capture }: StreamSettings, log: number, search: SecretSearch): Sink[] {
  const sinks = [logSink(log, copies, search)];
  if (capture !== null) sinks.push(captureSink(capture, search));
  return sinks;
}

function logSink(log: number, copies: readonly string[], search: SecretSearch): Sink {
  const files = copies.map((file) => copyTo(file, search));
  return throughMasker(createMasker(search, masking), (bytes) => {
    writeAll(log, bytes);
    for (const write of files) write(bytes);
  });
}

function captureSink({ file, mostBytes, sealed }: Capture, search: SecretSearch): Sink {
  const descriptor = openAnew(file);
  const write = (bytes: Buffer): void => writeAll(descriptor, bytes);
  const sink = sealed
    ? throughMasker(createMasker(search, sealing), write)
    : { push: write, end: () => undefined };
  let bytesSeen = 0;
  let isOver = false;
  return {
    push: (bytes) => {
      if (!isOver && bytesSeen <= mostBytes) sink.push(bytes);
      if (!isOver) bytesSeen += bytes.length;
    },
    end: () => {
      if (isOver) return;
      isOver = true;
      sink.end();
      // Of what is too large the size is kept.
      if (!sealed) ftruncateSync(descriptor, bytesSeen);
    },
  };
}

function throughMasker(masker: Masker, write: (bytes: Buffer) => void): Sink {
  return { push: (bytes) => write(masker.push(bytes)), end: () => write(masker.end()) };
}

// As with `tee`, a copy that cannot be written is told on standard error and holds up nothing.
function copyTo(file: string, search: SecretSearch): (bytes: Buffer) => void {
  let descriptor: number | null = null;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      descriptor = null;
      const message = `${file}: ${(error as Error).message}\n`;
      writeAll(2, Buffer.from(replaceSecrets(search, masking, message)));
    }
  };
  attempt(() => (descriptor = openToAppendNamed(file)));
  return (bytes) => {
    const to = descriptor;
    if (to !== null) attempt(() => writeAll(to, bytes));
  };
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
}
