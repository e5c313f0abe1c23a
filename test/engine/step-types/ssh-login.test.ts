import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/engine.ts';
import { freePort, temporaryFolder } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';
import { anotherHost, hostTests, stepOf } from './ssh-steps.ts';

describeWithReal('sshd', 'a step on another host', () => {
  const { host, printed, errorOf, server } = hostTests();

  describe('is let in', () => {
    const yes = stepOf('command: echo in');

    it('by a key with a passphrase, and by no other', async () => {
      const locked = await anotherHost({ passphrase: 'open sesame' });
      const head = 'env: [{WORD: open sesame}]\n';

      expect(await printed(head + server({ passphrase: '"${WORD}"' }, locked) + yes)).toBe('in');
      expect(await errorOf(server({ passphrase: 'wrong' }, locked) + yes)).toContain(
        'the passphrase is not right',
      );
      expect(await errorOf(server({}, locked) + yes)).toContain(
        'it has a passphrase, and none is set',
      );
      expect(await errorOf(server({ key: host().strangerPath }) + yes)).toContain(
        'Authentication failed: 127.0.0.1 does not accept the key',
      );
      expect(await errorOf(server({ key: '/nowhere/key' }) + yes)).toContain(
        'Cannot read the SSH key /nowhere/key',
      );
    });

    it('by an agent, where nothing else is named', async () => {
      const socket = join(temporaryFolder('agent'), 'socket');
      const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
      onTestFinished(() => void agent.kill());
      await eventually(() => existsSync(socket), 'the agent listens');
      const before = process.env['SSH_AUTH_SOCK'];
      const nobody = temporaryFolder('nobody');
      onTestFinished(() => {
        if (before === undefined) delete process.env['SSH_AUTH_SOCK'];
        else process.env['SSH_AUTH_SOCK'] = before;
      });
      process.env['SSH_AUTH_SOCK'] = socket;
      const spec = `env: [{HOME: "${nobody}"}]\n${server({ key: '' })}${yes}`;

      expect(await errorOf(spec)).toContain('accepts neither a key of the SSH agent');
      execFileSync('ssh-add', ['-q', host().keyPath], { env: { ...process.env }, stdio: 'ignore' });
      expect(await printed(spec)).toBe('in');
      delete process.env['SSH_AUTH_SOCK'];
      expect(await errorOf(spec)).toContain('There is nothing to log in with');
    });

    it('by a usual key, and knows the usual hosts', async () => {
      const home = temporaryFolder('person');
      mkdirSync(join(home, '.ssh'));
      copyFileSync(host().keyPath, join(home, '.ssh/id_ed25519'));
      copyFileSync(host().knownHosts, join(home, '.ssh/known_hosts'));
      const settings = server({ key: '', known_host_file: '' });

      expect(await printed(`env: [{HOME: "${home}"}]\n${settings}${yes}`)).toBe('in');
    });

    // Who has a password there is written in files of the system, which this server has its own of.
    it.skipIf(process.getuid?.() !== 0)('by a password, and by no other', async () => {
      const folder = temporaryFolder('people');
      const [user, word] = ['dagwright-guest', 'word-4711-ssh'];
      const hash = execFileSync('openssl', ['passwd', '-6', word], { encoding: 'utf8' }).trim();
      const withLine = (name: string, line: string): string => {
        const text = readFileSync(join('/etc', name), 'utf8');
        writeFileSync(join(folder, name), `${text}${line}\n`, { mode: 0o600 });
        return `mount --bind ${join(folder, name)} ${join('/etc', name)}`;
      };
      const mounts = [
        withLine('passwd', `${user}:x:0:0::${folder}:/bin/sh`),
        withLine('shadow', `${user}:${hash}:19000:0:99999:7:::`),
      ].join(' && ');
      const closed = await anotherHost({
        settings: ['PasswordAuthentication yes', 'PermitRootLogin yes'],
        through: (program, args) => [
          ...['unshare', '-m', '--propagation', 'private', 'sh', '-c'],
          `${mounts} && exec ${[program, ...args].join(' ')}`,
        ],
      });
      const settings = (password: string): string =>
        server({ user, key: '', password: `"${password}"` }, closed);

      expect(await printed(`env: [{WORD: ${word}}]\n${settings('${WORD}')}${yes}`)).toBe('in');
      expect(await errorOf(settings('guess') + yes)).toContain('does not accept the password');
    });

    it('through a bastion, by the same key or by its own', async () => {
      const bastion = await anotherHost({ passphrase: 'word' });
      const both = join(temporaryFolder('known'), 'known_hosts');
      writeFileSync(
        both,
        readFileSync(host().knownHosts, 'utf8') + readFileSync(bastion.knownHosts, 'utf8'),
      );
      const through = (more: string, known = both): string =>
        server({
          known_host_file: known,
          bastion: `{host: 127.0.0.1, port: ${bastion.port}${more}}`,
        }) + yes;
      const own = `, user: ${bastion.user}, key: "${bastion.keyPath}", passphrase: word`;

      expect(await printed(through(own))).toBe('in');
      expect(await errorOf(through(''))).toContain('does not accept the key');
      expect(await errorOf(through(own, host().knownHosts))).toContain('is not known');
      expect(
        await errorOf(through(own).replace(`port: ${host().port}`, `port: ${await freePort()}`)),
      ).toContain('Cannot connect to 127.0.0.1 from 127.0.0.1');
    });
  });

  describe('does not run', () => {
    it('before the key of the host is known, or where it has changed', async () => {
      const folder = temporaryFolder('known');
      const other = await anotherHost();
      const changed = join(folder, 'changed');
      writeFileSync(changed, `[127.0.0.1]:${host().port} ${other.hostKey}\n`);
      const touch = stepOf(`command: touch ${join(folder, 'reached')}`);

      expect(await errorOf(server({ known_host_file: join(folder, 'none') }) + touch)).toMatch(
        /The host key of \[127\.0\.0\.1\]:\d+ is not known: ssh-ed25519 SHA256:/,
      );
      expect(await errorOf(server({ known_host_file: changed }) + touch)).toContain(
        'has changed, which may be an attack',
      );
      expect(existsSync(join(folder, 'reached'))).toBe(false);
      await printed(server({ known_host_file: changed, strict_host_key: 'false' }) + touch);
      expect(existsSync(join(folder, 'reached'))).toBe(true);
    });

    it('on a host that refuses the connection, has no name, or says nothing', async () => {
      const silent = createServer((socket) => void socket.on('error', () => undefined));
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void silent.close());
      const { port } = silent.address() as AddressInfo;
      const yes = stepOf('command: echo in');

      expect(await errorOf(server({ port: await freePort() }) + yes)).toBe(
        'Cannot connect to 127.0.0.1: the connection was refused.',
      );
      expect(await errorOf(server({ port, timeout: '200ms' }) + yes)).toBe(
        'Cannot connect to 127.0.0.1: it does not respond.',
      );
      expect(await errorOf(server({ host: '"${NOBODY:-}"' }) + yes)).toContain('`host`');
    });
  });
});
