import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noTokenLog } from '../../../scripts/build/no-token-log.ts';
import { fromRoot } from '../../../scripts/build/root.js';
import { utfAlone } from '../../../scripts/build/utf-alone.ts';

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
