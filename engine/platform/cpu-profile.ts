import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';

/** Samples where this process spends its time. The returned function ends that and writes it as `.cpuprofile`. */
export async function startCpuProfile(): Promise<(file: string) => Promise<void>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  return async (file) => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    await writeFile(file, JSON.stringify(profile));
  };
}
