import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, logOf, untilLogHolds, type RunOfEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { hostileSftp } from '../../support/hostile-sftp.ts';
import { aLine, type Line } from '../../support/line.ts';
import { describeWithReal } from '../../support/real.ts';
import type { Sshd } from '../../../scripts/samples/sshd.ts';
import { parentOf, programOf } from '../../support/step-program.ts';
import { transferOf } from './sftp-steps.ts';
import { anotherHost, hostTests } from './ssh-steps.ts';

const MB = 1024 * 1024;

describeWithReal('sshd', 'a transfer that is disturbed', () => {
  const { engine, host, started, ended, printed, errorOf, server } = hostTests();
  /** A file to copy from, in a folder of its own, and the name to copy it to. */
  const filesOf = (megabytes: number) => {
    const folder = temporaryFolder('cut');
    const paths = { source: join(folder, 'source'), destination: join(folder, 'to/destination') };
    mkdirSync(join(folder, 'to'));
    writeFileSync(paths.source, 'begin');
    truncateSync(paths.source, megabytes * MB);
    return { ...paths, left: () => readdirSync(join(folder, 'to')) };
  };
  const through = (line: Line): string => {
    const known = join(temporaryFolder('known'), 'known_hosts');
    writeFileSync(known, `[127.0.0.1]:${line.port} ${host().hostKey}\n`);
    return server({ port: line.port, known_host_file: known, timeout: '3s' });
  };
  const begun = (run: RunOfEngine): Promise<void> => untilLogHolds(run, 's', '10 %', 'stderr');

  describe.each([
    // What the server sends while it takes files is short.
    ['upload', 20_000],
    ['download', 8 * MB],
  ] as const)('(%s)', (direction, bytes) => {
    it('fails when the line is cut, and goes on from there at the next attempt', async () => {
      const { left, ...paths } = filesOf(24);
      const line = await aLine(host().port);
      const spec = through(line) + transferOf({ direction, ...paths });
      line.cutAfter(bytes);

      const cut = await errorOf(spec);
      const between = left();
      line.cutAfter(Infinity);
      const run = await ended(spec);

      expect(cut).toContain('The connection to 127.0.0.1 was cut');
      expect(between).toEqual([expect.stringMatching(/^\.dagwright-part-/)]);
      expect(run.node('s').statusLabel).toBe('succeeded');
      expect(await logOf(run, 's', 'stderr')).not.toContain(': 10 %');
      expect(readFileSync(paths.destination).equals(readFileSync(paths.source))).toBe(true);
      expect(left()).toEqual(['destination']);
    });

    it('takes no part of another version of its source', async () => {
      const { left, ...paths } = filesOf(24);
      const line = await aLine(host().port);
      const spec = through(line) + transferOf({ direction, ...paths });
      line.cutAfter(bytes);
      await errorOf(spec);
      line.cutAfter(Infinity);
      writeFileSync(paths.source, 'something else');

      await printed(spec);

      expect(readFileSync(paths.destination, 'utf8')).toBe('something else');
      expect(left()).toEqual(['destination']);
    });

    it.each([
      ['a stop', '', 'aborted', 512],
      ['its time limit', ', timeout_sec: 1', 'failed', 1024],
    ])('leaves nothing at %s', async (_what, more, label, megabytes) => {
      const { left, ...paths } = filesOf(megabytes);
      const run = await started(server() + transferOf({ direction, ...paths }, more));
      if (label === 'aborted') {
        await begun(run);
        await engine().client.call('runs.stop', { name: run.name, dagRunId: run.dagRunId });
      }

      expect((await endOf(run)).node('s').statusLabel).toBe(label);
      expect(left()).toEqual([]);
    });

    it('fails when its source changes meanwhile', async () => {
      const { left, ...paths } = filesOf(320);
      const run = await started(server() + transferOf({ direction, ...paths }));
      await begun(run);

      truncateSync(paths.source, 319 * MB);

      const { statusLabel, error } = (await endOf(run)).node('s');
      expect(statusLabel).toBe('failed');
      expect(error).toMatch(/changed while|became shorter/);
      expect(left()).toEqual([]);
    });

    it('has an exit that nobody knows when its launcher is killed, and clears up', async () => {
      const { left, ...paths } = filesOf(512);
      const spec = server() + transferOf({ direction, ...paths });
      const run = await started(spec);
      await begun(run);

      process.kill(parentOf(programOf(run)), 'SIGKILL');

      const { statusLabel, error } = (await endOf(run)).node('s');
      expect(statusLabel).toBe('failed');
      expect(error).toContain('exit unknown');
      expect(left()).toEqual([]);
      writeFileSync(paths.source, 'short');
      await printed(spec);
      expect(left()).toEqual(['destination']);
    });
  });

  it('fails when the host does not respond any more', async () => {
    const { left, ...paths } = filesOf(24);
    const line = await aLine(host().port);
    line.freezeAfter(8 * MB);

    const error = await errorOf(through(line) + transferOf({ direction: 'download', ...paths }));

    expect(error).toBe('The connection to 127.0.0.1 was cut: 127.0.0.1 does not respond any more.');
    expect(left()).toEqual([expect.stringMatching(/^\.dagwright-part-/)]);
  });

  describe('of a server', () => {
    const over = (to: Sshd, paths: { readonly source: string; readonly destination: string }) =>
      server({}, to) + transferOf({ direction: 'upload', ...paths });

    it('that cannot replace a file at once, or set its time, takes it all the same', async () => {
      const { left, ...paths } = filesOf(0);
      writeFileSync(paths.destination, 'older');
      const sftp = 'internal-sftp -P posix-rename,fsetstat';

      const run = await ended(over(await anotherHost({ sftp }), paths));

      expect(run.node('s').statusLabel).toBe('succeeded');
      expect(await logOf(run, 's', 'stderr')).toContain('has the time of this transfer');

      expect(readFileSync(paths.destination, 'utf8')).toBe('');
      expect(left()).toEqual(['destination']);
    });

    it.each(['../evil', '/tmp/evil', 'a/../../evil', 'a\0b', ''])(
      'that calls a file %j is not believed',
      async (name) => {
        const { destination } = filesOf(0);
        const port = await hostileSftp(host().hostKeyFile, ['!good', name]);
        const spec =
          server({ port, strict_host_key: 'false' }) +
          transferOf({ direction: 'download', source: 'folder', destination });

        expect(await errorOf(spec)).toContain('which leads elsewhere');
        expect(readdirSync(destination)).toEqual([]);
      },
    );

    it('that does not let it write, or has no files to show, says so', async () => {
      const { left, ...paths } = filesOf(0);

      expect(await errorOf(over(await anotherHost({ sftp: 'internal-sftp -R' }), paths))).toContain(
        'on 127.0.0.1: permission was denied.',
      );
      expect(await errorOf(over(await anotherHost({ sftp: null }), paths))).toContain(
        '127.0.0.1 does not offer SFTP',
      );
      expect(left()).toEqual([]);
    });
  });
});
