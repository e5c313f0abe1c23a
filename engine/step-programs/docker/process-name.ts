import { readText } from '../../lib/regular-file.ts';

/** This process, as nobody else was or will be on this computer. */
export function ownName(): string {
  return `${process.pid} ${startOf(process.pid)}`;
}

/** Whether the process of that name still runs. */
export function isRunning(owner: string): boolean {
  const [pid = '', ...start] = owner.split(' ');
  return startOf(Number(pid)) === start.join(' ');
}

/** When a process started, so that a number that is used again is not taken for it; empty: there is none. */
function startOf(pid: number): string {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return 'unknown';
    // The name of the program before it may hold anything.
    const fields = readText(`/proc/${pid}/stat`, { links: 'refuse' })
      .split(') ')
      .at(-1)
      ?.split(' ');
    const isGone = ['Z', 'X'].includes(fields?.[0] ?? '');
    // Nobody has taken note of its end yet.
    return isGone ? '' : (fields?.[19] ?? '');
  } catch (error) {
    // Of somebody else: the number was used again, as containers of others are not looked at. Else it is gone.
    if (['EPERM', 'ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return '';
    throw error;
  }
}
