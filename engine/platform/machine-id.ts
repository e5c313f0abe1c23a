import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells this machine from others: the id that its system gives it, else the name of the host. */
export function machineId(): string {
  cached ??= readId() || `host ${hostname()}`;
  return cached;
}
let cached: string | undefined;

function readId(): string {
  try {
    if (process.platform === 'darwin')
      return idIn('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    if (process.platform === 'win32')
      return idIn('reg', ['query', CRYPTOGRAPHY, '/v', 'MachineGuid']);
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    // A system that gives no id: the name of the host has to do.
    return '';
  }
}

const CRYPTOGRAPHY = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';

/** The UUID that a program of the system prints. */
function idIn(program: string, args: readonly string[]): string {
  const text = execFileSync(program, args, { encoding: 'utf8', windowsHide: true });
  return /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/i.exec(text)?.[0] ?? '';
}
