import { finished } from 'node:stream/promises';
import { Writable } from 'node:stream';
import type Docker from 'dockerode';
import { writeAll } from '../print.ts';

/** Prints what a process in a container writes, each stream to its own, until both end. */
export async function printOutput(docker: Docker, stream: NodeJS.ReadWriteStream): Promise<void> {
  docker.modem.demuxStream(stream, printer(1), printer(2));
  // The side that writes to the container stays open as long as the engine likes.
  await finished(stream, { writable: false });
}

/** Waits for the log to take it, so nothing is held in memory. */
function printer(descriptor: 1 | 2): Writable {
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      writeAll(descriptor, chunk);
      done();
    },
  });
}
