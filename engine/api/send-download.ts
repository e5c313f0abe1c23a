import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from './exchange.ts';
import type { Download } from '../contract/download.ts';

/**
 * Sends a file to be saved, piece by piece as the client takes it. One that turns out to have another size than was
 * announced, because somebody cut it meanwhile, breaks the connection: so the client learns that it has not got all.
 */
export async function sendDownload(
  response: Response,
  contentType: string,
  download: Download,
): Promise<void> {
  const { fileName, size } = download;
  response.setHeader('Content-Type', contentType);
  if (size !== null) response.setHeader('Content-Length', size);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(wholeOf(download)), response);
  } catch (error) {
    // A client that leaves is no error; whatever else it was, the answer has begun.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* wholeOf({ fileName, size, open }: Download): AsyncGenerator<Uint8Array> {
  if (size === null) {
    yield* open();
    return;
  }
  let left = size;
  for await (const piece of open()) {
    left -= piece.length;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error(`The size of ${fileName} is no longer ${size} bytes.`);
}
