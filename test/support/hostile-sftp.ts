import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { onTestFinished } from 'vitest';

const { STATUS_CODE } = ssh2.utils.sftp;
const FOLDER = 0o040755;
const FILE = 0o100644;

/** An SSH server that tells of a folder with files of these names, which no honest one has. It has the key of a host, and lets everybody in. */
export async function hostileSftp(hostKeyFile: string, names: readonly string[]): Promise<number> {
  const server = new ssh2.Server({ hostKeys: [readFileSync(hostKeyFile)] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (asked) => asked.accept());
    client.on('session', (accept) => {
      accept().on('sftp', (acceptFiles) => answer(acceptFiles(), names));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function answer(files: ssh2.SFTPWrapper, names: readonly string[]): void {
  const attrs = (mode: number) => ({ mode, uid: 0, gid: 0, size: 4, atime: 1, mtime: 1 });
  let isRead = false;
  files.on('STAT', (id) => files.attrs(id, attrs(FOLDER)));
  files.on('OPENDIR', (id) => files.handle(id, Buffer.from('folder')));
  files.on('READDIR', (id) => {
    if (isRead) files.status(id, STATUS_CODE.EOF);
    else
      files.name(
        id,
        names.map((filename) => ({ filename, longname: filename, attrs: attrs(FILE) })),
      );
    isRead = true;
  });
  files.on('OPEN', (id) => files.handle(id, Buffer.from('file')));
  files.on('FSTAT', (id) => files.attrs(id, attrs(FILE)));
  files.on('READ', (id) => files.data(id, Buffer.from('evil')));
  files.on('CLOSE', (id) => files.status(id, STATUS_CODE.OK));
}
