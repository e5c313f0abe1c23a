import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Ids of the processes, except this one, that work in one of these folders or name it in their command line. Linux only. */
export function processesUsing(...folders: readonly string[]): readonly number[] {
  return otherProcesses().filter((pid) => placesOf(pid).some((place) => isWithin(place, folders)));
}

/** Ids of the processes, except this one, whose command line holds a word. Linux only. */
export function processesNaming(word: string): readonly number[] {
  return otherProcesses().filter((pid) => commandOf(pid).includes(word));
}

function otherProcesses(): readonly number[] {
  if (!existsSync('/proc/self')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

export function commandOf(pid: number): string {
  return read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    .replaceAll('\0', ' ')
    .trim();
}

function placesOf(pid: number): readonly string[] {
  const command = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  // Threads of the kernel and processes that have ended: most of them all.
  if (command === '') return [];
  return [command, read(() => readlinkSync(`/proc/${pid}/cwd`)), ...openFiles(pid)];
}

function isWithin(place: string, folders: readonly string[]): boolean {
  return folders.some((folder) => place.includes(`${folder}/`) || place === folder);
}

/** Standard streams: those of a step are files of its home. */
function openFiles(pid: number): readonly string[] {
  return [0, 1, 2].map((descriptor) => read(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`)));
}

/** Processes end while they are looked at, and others belong to somebody else. */
function read(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
