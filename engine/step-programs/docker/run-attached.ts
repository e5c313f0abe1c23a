import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type Docker from 'dockerode';
import { statusOf } from './owner.ts';

/**
 * Starts a container whose end is that of its command, and answers with its exit code. `print` hands on what it prints,
 * until that ends.
 */
export async function runAttached(
  container: Docker.Container,
  print: (stream: NodeJS.ReadWriteStream) => Promise<void>,
): Promise<number> {
  const printed = print(await container.attach({ stream: true, stdout: true, stderr: true }));
  try {
    await container.start();
    // A line that is cut ends the output as a command does. Only who waits meanwhile can tell.
    const [end] = await Promise.all([waiting(container).then(json), printed]);
    return (end as { readonly StatusCode: number }).StatusCode;
  } catch (error) {
    // What the engine refuses has its own words.
    if (statusOf(error) !== 0) throw error;
    const cut = 'the connection to the container engine was cut while the command ran';
    throw new Error(cut, { cause: error });
  }
}

/** The answer as it comes: the library would wait for ever for the rest of one that is cut. */
function waiting({ id, modem }: Docker.Container): Promise<Readable> {
  const dial = modem as Pick<Docker['modem'], 'dial'>;
  const options = { path: `/containers/${id}/wait?`, method: 'POST', isStream: true };
  return new Promise((resolve, reject) => {
    dial.dial({ ...options, statusCodes: { 200: true } }, (error, answer) =>
      error ? reject(error as Error) : resolve(answer as Readable),
    );
  });
}
