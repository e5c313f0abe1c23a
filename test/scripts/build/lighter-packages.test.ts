import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lighterDocker } from '../../../scripts/build/lighter-docker.ts';
import { noCloudflare } from '../../../scripts/build/no-cloudflare.ts';
import { noTokenLog } from '../../../scripts/build/no-token-log.ts';
import { fromRoot } from '../../../scripts/build/root.js';
import { utfAlone } from '../../../scripts/build/utf-alone.ts';
import { webTypes } from '../../../scripts/build/web-types.ts';

const fileOf = (path: string): string => fromRoot(`node_modules/${path}`);

test.each(['parse/parser', 'compose/composer'])('%s of yaml asks for no variable', (name) => {
  const file = fileOf(`yaml/dist/${name}.js`);
  const code = readFileSync(file, 'utf8');

  expect(code).toContain('env.');
  expect(noTokenLog.transform(code, file)?.code).not.toContain('env.');
});

test.each(['dbcs-data', 'sbcs-data', 'sbcs-data-generated'])(
  '%s of iconv-lite is left out',
  (name) => {
    const file = fileOf(`iconv-lite/encodings/${name}.js`);

    expect(readFileSync(file, 'utf8')).toContain('module.exports');
    expect(utfAlone.load(file)).toBe('module.exports = {};');
  },
);

test('the rest of iconv-lite is not left out', () => {
  expect(utfAlone.load(fileOf('iconv-lite/encodings/utf16.js'))).toBeNull();
});

test('of the media types those of the web stay, as they are', () => {
  const file = fileOf('mime-db/db.json');
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const kept = JSON.parse(webTypes.load(file) ?? '') as Record<string, unknown>;

  expect(Object.keys(kept).length).toBeLessThan(50);
  expect(all).toMatchObject(kept);
  // Of what the pages are, of what requests bring, and of what answers are.
  for (const type of ['text/html', 'text/javascript', 'text/css', 'font/woff2', 'image/svg+xml'])
    expect(kept).toHaveProperty([type]);
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
    expect(kept).toHaveProperty([type]);
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
