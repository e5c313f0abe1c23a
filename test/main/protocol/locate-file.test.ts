import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateFile } from '../../../main/protocol/locate-file.ts';

const root = '/app/out/renderer';

describe('locateFile', () => {
  it.each([
    { url: 'app://dagwright/', file: 'index.html' },
    { url: 'app://dagwright', file: 'index.html' },
    { url: 'app://dagwright/runs/etl/42', file: 'index.html' },
    { url: 'app://dagwright/dags?new', file: 'index.html' },
    { url: 'app://dagwright/assets/index-abc.js', file: 'assets/index-abc.js' },
    { url: 'app://dagwright/a%20b.svg', file: 'a b.svg' },
    { url: 'app://dagwright/assets/../icon.svg', file: 'icon.svg' },
    { url: 'app://dagwright/../../icon.svg', file: 'icon.svg' },
    { url: 'app://dagwright/%2e%2e/%2e%2e/icon.svg', file: 'icon.svg' },
    { url: 'app://dagwright/%252e%252e%252ficon.svg', file: '%2e%2e%2ficon.svg' },
  ])('finds $file for $url', ({ url, file }) => {
    expect(locateFile(root, url)).toBe(join(root, file));
  });

  it.each([
    'app://dagwright/..%2f..%2fpackage.json',
    'app://dagwright/..%2F..%2F..%2Fetc%2Fpasswd.txt',
    'app://dagwright/assets%2f..%2f..%2f..%2fmain%2findex.js',
    'app://dagwright/..%2frenderer-other%2findex.html',
    'app://dagwright/..%5c..%5cpackage.json',
    'app://dagwright/%5c%5cserver%5cshare.js',
    'app://dagwright/index.html%00.png',
    'app://dagwright/%ff.js',
    'app://dagwright/%',
    'app://elsewhere/index.html',
    'app://dagwright.example/index.html',
    'app://dagwright@elsewhere/index.html',
    'app://somebody@dagwright/index.html',
    'file:///etc/passwd.txt',
    'https://dagwright/index.html',
    'not a URL',
  ])('finds nothing for %s', (url) => {
    expect(locateFile(root, url)).toBeNull();
  });
});
