import { readFile, readdir, readlink } from 'node:fs/promises';

export interface PortOwner {
  readonly pid: number;
  readonly command: string;
}

const LISTENING = '0A';

/** Finds the process that listens on a TCP port; null where the system does not tell (only Linux does, of own processes). */
export async function findPortOwner(port: number): Promise<PortOwner | null> {
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return null;

  for (const pid of await entries('/proc')) {
    if (/^\d+$/.test(pid) && (await holds(pid, sockets))) {
      return { pid: Number(pid), command: (await text(`/proc/${pid}/comm`)).trim() };
    }
  }
  return null;
}

/** Link texts, as below `/proc/<pid>/fd`, of the sockets that listen on the port. */
async function listeningSockets(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all([text('/proc/net/tcp'), text('/proc/net/tcp6')]);
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return new Set(
    tables
      .flatMap((table) => table.split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === LISTENING && local?.endsWith(suffix))
      .map((columns) => `socket:[${columns[9]}]`),
  );
}

async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  for (const descriptor of await entries(folder)) {
    // A descriptor may be closed between the listing and the look: then it is not the one.
    const link = await readlink(`${folder}/${descriptor}`).catch(() => '');
    if (sockets.has(link)) return true;
  }
  return false;
}

// Other systems have no /proc, and other users' processes cannot be read: both mean "unknown" here.
function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function entries(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
