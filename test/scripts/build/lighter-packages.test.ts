import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lighterDocker } from '../../../scripts/build/lighter-docker.ts';
import { noCloudflare } from '../../../scripts/build/no-cloudflare.ts';
import { noTokenLog } from '../../../scripts/build/no-token-log.ts';
import { fromRoot } from '../../../scripts/build/root.js';

const fileOf = (path: string): string => fromRoot(`node_modules/${path}`);

test.each(['parse/parser', 'compose/composer'])('%s of yaml asks for no variable', (name) => {
  const file = fileOf(`yaml/dist/${name}.js`);
  const code = readFileSync(file, 'utf8');

  expect(code).toContain('env.');
  expect(noTokenLog.transform(code, file)?.code).not.toContain('env.');
});

test.each(['session', 'buildkit'])('%s of dockerode is left out', (name) => {
  const file = fileOf(`dockerode/lib/${name}.js`);

  expect(readFileSync(file, 'utf8')).toMatch(/grpc|protobuf/);
  expect(lighterDocker.load(file)).toBe('module.exports = {};');
});

test('docker-modem asks for SSH where a host is reached by it, and describes no request', () => {
  const file = fileOf('docker-modem/lib/modem.js');
  const code = readFileSync(file, 'utf8');

  const lighter = lighterDocker.transform(code, file)?.code ?? '';

  expect(code).toContain("  ssh = require('./ssh'),");
  expect(lighter).not.toContain("ssh = require('./ssh')");
  expect(lighter).toContain("agent: require('./ssh')(Object.assign({}, self.sshOptions");
  expect(lighter).toContain("debug('Sending: %s', '');");
});

test('a docker-modem of another form stops the build', () => {
  const file = fileOf('docker-modem/lib/modem.js');

  expect(() => lighterDocker.transform('var other;', file)).toThrow('docker-modem has changed');
});

test('pg makes no response to find out who runs it', () => {
  const file = fileOf('pg/lib/stream.js');
  const code = readFileSync(file, 'utf8');

  expect(code).toContain("if (typeof Response === 'function')");
  expect(noCloudflare.transform(code, file)?.code).toContain('if (false)');
});
