import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  type EndedRun,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { anS3Store } from '../../support/s3.ts';
import { ACCESS_KEY, SECRET_KEY, type S3Store } from '../../../scripts/samples/s3-store.ts';

const engine = engineOfFile();

const spec = (store: S3Store, folder: string, command: string, config: string): string =>
  `${store.s3}working_dir: ${folder}\nsteps:\n  - {name: s, type: s3, command: ${command}, config: {${config}}}\n`;

async function ran(
  store: S3Store,
  command: string,
  config: string,
  folder = temporaryFolder('s3'),
): Promise<EndedRun> {
  return endOf(await startInline(spec(store, folder, command, config), { engine: engine() }));
}

function files(entries: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('s3');
  for (const [path, text] of Object.entries(entries)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('an upload', () => {
  it('stores a file with its type and class', async () => {
    const store = await anS3Store();
    const folder = files({ 'in.csv': 'a,b\n' });

    const run = await ran(
      store,
      'upload',
      'source: in.csv, key: "2026/a b+ü.csv", content_type: text/csv, storage_class: STANDARD_IA',
      folder,
    );

    expect(run.node('s').error).toBe('');
    expect(store.objects.get('2026/a b+ü.csv')).toEqual({
      body: Buffer.from('a,b\n'),
      contentType: 'text/csv',
      storageClass: 'STANDARD_IA',
    });
    expect(run.node('s').facts).toEqual([
      { name: 'bucket', value: 'reports' },
      { name: 'bytes', value: '4' },
    ]);
  });

  it('stores a folder with all below it', async () => {
    const store = await anS3Store();
    const folder = files({ 'in/a.txt': 'a', 'in/deep/er/b.txt': 'b' });

    const run = await ran(store, 'upload', 'source: in, prefix: copy/, recursive: true', folder);

    expect(run.node('s').error).toBe('');
    expect([...store.objects.keys()].sort()).toEqual(['copy/a.txt', 'copy/deep/er/b.txt']);
  });

  it('sends a large file in parts, says how far it is, and takes the parts back at a stop', async () => {
    const store = await anS3Store();
    const folder = files({});
    writeFileSync(join(folder, 'large'), Buffer.alloc(70 * 1024 * 1024, 'x'));

    const whole = await ran(store, 'upload', 'source: large, key: large', folder);
    expect(whole.node('s').error).toBe('');
    expect(store.objects.get('large')?.body.length).toBe(70 * 1024 * 1024);
    expect(await logOf(whole, 's', 'stderr')).toContain('large: 100 % of 73400320 bytes');

    const parts = Promise.withResolvers<boolean>();
    let isSending = false;
    store.trouble = ({ url = '' }) => {
      isSending ||= url.includes('partNumber=');
      return url.includes('partNumber=3') ? parts.promise : false;
    };
    const run = await startInline(spec(store, folder, 'upload', 'source: large, key: second'), {
      engine: engine(),
    });
    await eventually(() => isSending, 'parts are sent');
    await engine().client.call('runs.stop', run);
    expect((await endOf(run)).node('s').statusLabel).toBe('aborted');
    await eventually(() => store.open.size === 0, 'the parts are taken back');
    parts.resolve(true);
    expect(store.objects.has('second')).toBe(false);
  });
});

describe('a download', () => {
  it('writes an object to a file, or into a folder', async () => {
    const store = await anS3Store();
    store.put('2026/a.txt', 'an object');
    const folder = files({ 'out.txt': 'before' });

    await ran(store, 'download', 'key: 2026/a.txt, destination: out.txt', folder);
    await ran(store, 'download', 'key: 2026/a.txt, destination: into/', folder);

    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('an object');
    expect(readFileSync(join(folder, 'into/a.txt'), 'utf8')).toBe('an object');
  });

  it('writes all below a prefix to a folder', async () => {
    const store = await anS3Store();
    for (const key of ['r/1', 'r/2', 'r/x/3', 'r/x/4', 'r/', 'other']) store.put(key, key);
    const folder = files({});

    const run = await ran(
      store,
      'download',
      'prefix: r/, destination: out, recursive: true',
      folder,
    );

    expect(run.node('s').error).toBe('');
    expect(readdirSync(join(folder, 'out'), { recursive: true }).sort()).toEqual([
      '1',
      '2',
      'x',
      'x/3',
      'x/4',
    ]);
    expect(readFileSync(join(folder, 'out/x/4'), 'utf8')).toBe('r/x/4');
  });

  it('keeps keys in the destination, and writes nothing where one would leave it', async () => {
    const store = await anS3Store();
    for (const key of ['r/a', 'r/../../evil']) store.put(key, key);
    const folder = files({});
    const linked = files({});
    symlinkSync('/tmp', join(linked, 'x'));
    const second = await anS3Store();
    second.put('r/x/evil', 'evil');

    const climbing = await ran(
      store,
      'download',
      'prefix: r/, destination: ., recursive: true',
      folder,
    );
    const through = await ran(
      second,
      'download',
      'prefix: r/, destination: ., recursive: true',
      linked,
    );

    expect(climbing.node('s').error).toContain('climbs out of the destination');
    expect(readdirSync(folder)).toEqual([]);
    expect(through.node('s').error).toContain('is not a folder');
    expect(existsSync('/tmp/evil')).toBe(false);
  });

  it('writes an object whose length nobody tells', async () => {
    const store = await anS3Store();
    store.trouble = ({ method }, response) => {
      if (method !== 'GET') return false;
      response.writeHead(200).write('x'.repeat(50_000));
      response.end('end');
      return true;
    };
    const folder = files({});

    const run = await ran(store, 'download', 'key: a, destination: out', folder);

    expect(run.node('s').error).toBe('');
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(`${'x'.repeat(50_000)}end`);
    expect(await logOf(run, 's', 'stderr')).not.toContain('%');
  });

  it.each([
    ['of a length', { 'content-length': 100_000 }],
    ['in chunks', {}],
  ])(
    'leaves what was there when the line is cut (%s), and nothing half written',
    async (_how, headers) => {
      const store = await anS3Store();
      store.put('a', 'x'.repeat(100_000));
      store.trouble = ({ method }, response) => {
        if (method !== 'GET') return false;
        response.writeHead(200, headers);
        response.write('x'.repeat(50_000), () => response.destroy());
        return true;
      };
      const folder = files({ out: 'before' });

      const run = await ran(store, 'download', 'key: a, destination: out', folder);

      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
      expect(readdirSync(folder)).toEqual(['out']);
      expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
    },
  );

  it('names the key that is not there, and makes no file', async () => {
    const store = await anS3Store();
    const folder = files({});

    const run = await ran(store, 'download', 'key: none.txt, destination: out', folder);
    const below = await ran(
      store,
      'download',
      'prefix: none/, destination: out, recursive: true',
      folder,
    );

    expect(run.node('s').error).toContain(
      'reports/none.txt: NoSuchKey (404): The key does not exist.',
    );
    expect(below.node('s').error).toContain('there is no object below "none/"');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a list', () => {
  it('is one JSON object, of one level or of all, and as long as is asked for', async () => {
    const store = await anS3Store();
    for (const key of ['r/1', 'r/2', 'r/3', 'r/4&<', 'r/x/5', 'z']) store.put(key, key);
    const read = async (config: string) =>
      JSON.parse(await logOf(await ran(store, 'list', config), 's')) as {
        objects: { key: string; size: number }[];
        folders: string[];
        isTruncated: boolean;
      };

    const level = await read('prefix: r/');
    const all = await read('recursive: true');
    const some = await read('recursive: true, max_keys: 2');

    expect(level.objects.map(({ key }) => key)).toEqual(['r/1', 'r/2', 'r/3', 'r/4&<']);
    expect(level).toMatchObject({ folders: ['r/x/'], isTruncated: false });
    expect(all.objects).toHaveLength(6);
    expect(some).toMatchObject({
      isTruncated: true,
      objects: [{ key: 'r/1', size: 3 }, { key: 'r/2' }],
    });
  });
});

describe('a deletion', () => {
  it('takes one object, or all below a prefix', async () => {
    const store = await anS3Store();
    for (const key of ['r/1', 'r/2', 'r/3', 'r/x/4', 'z', 'y']) store.put(key, key);

    const one = await ran(store, 'delete', 'key: z');
    const all = await ran(store, 'delete', 'prefix: r/, recursive: true');

    expect(await logOf(one, 's')).toBe('Deleted z');
    expect(await logOf(all, 's')).toBe('Deleted 4 objects below r/');
    expect([...store.objects.keys()]).toEqual(['y']);
  });

  it('never takes everything by a reference to nothing', async () => {
    const store = await anS3Store();
    store.put('kept', 'x');

    const run = await ran(store, 'delete', 'prefix: "${NOTHING}", recursive: true');

    expect(run.node('s').error).toContain('`prefix` is empty: everything would be deleted');
    expect(store.objects.size).toBe(1);
  });
});

describe('a prefix', () => {
  it.each(['x/r', 'x/r/'])(
    'is a folder, with or without a slash at its end: %s',
    async (prefix) => {
      const store = await anS3Store();
      for (const key of ['x/r/1', 'x/r/y/2', 'x/r-old/3', 'x/r4']) store.put(key, key);
      const folder = files({ 'in/a.txt': 'a' });

      const level = await ran(store, 'list', `prefix: ${prefix}`);
      const whole = `prefix: ${prefix}, recursive: true`;
      await ran(store, 'download', `${whole}, destination: out`, folder);
      await ran(store, 'upload', `${whole}, source: in`, folder);
      const stored = [...store.objects.keys()].sort();
      await ran(store, 'delete', whole);

      const { objects, folders } = JSON.parse(await logOf(level, 's')) as Record<string, unknown[]>;
      expect(objects).toMatchObject([{ key: 'x/r/1' }]);
      expect(folders).toEqual(['x/r/y/']);
      expect(readdirSync(join(folder, 'out'), { recursive: true }).sort()).toEqual([
        '1',
        'y',
        'y/2',
      ]);
      expect(stored).toEqual(['x/r-old/3', 'x/r/1', 'x/r/a.txt', 'x/r/y/2', 'x/r4']);
      expect([...store.objects.keys()].sort()).toEqual(['x/r-old/3', 'x/r4']);
    },
  );
});

describe('a step of s3', () => {
  it('says that a credential is wrong, and not which it is', async () => {
    const store = await anS3Store();
    const folder = files({ in: 'x', key: 'wrong-secret-4711' });
    const text = `secrets: [{name: KEY, provider: file, key: key}]\n${spec(store, folder, 'upload', 'source: in, key: x')}`;

    const run = await endOf(
      await startInline(
        text.replace(`secret_access_key: ${SECRET_KEY}`, 'secret_access_key: "${KEY}"'),
        { engine: engine() },
      ),
    );

    expect(run.node('s').error).toContain('SignatureDoesNotMatch (403)');
    expect(await logOf(run, 's', 'stderr')).not.toContain('wrong-secret');
    expect(store.objects.size).toBe(0);
  });

  it('goes where its own settings say', async () => {
    const [store, other] = [await anS3Store(), await anS3Store()];
    other.put('here', 'x');
    const list = `steps: [{name: s, type: s3, command: list, config: {bucket: reports, endpoint: "${other.endpoint}", region: eu-central-1, force_path_style: true, access_key_id: ${ACCESS_KEY}, secret_access_key: ${SECRET_KEY}}}]\n`;

    const alone = await endOf(await startInline(list, { engine: engine() }));
    const over = await endOf(
      await startInline(`s3: {endpoint: "${store.endpoint}", bucket: none}\n${list}`, {
        engine: engine(),
      }),
    );

    expect(await logOf(alone, 's')).toContain('"here"');
    expect(await logOf(over, 's')).toContain('"here"');
  });

  it('fails where nobody answers', async () => {
    const store = await anS3Store();

    const run = await ran(store, 'list', 'endpoint: "http://127.0.0.1:1"');

    expect(run.node('s').error).toContain('ECONNREFUSED');
  });

  it.each([
    [
      'command: teleport, config: {bucket: b, key: k}',
      'must be one of `upload`, `download`, `list`, `delete`',
    ],
    ['command: upload, config: {bucket: b, key: k}', 'requires `source`'],
    ['command: download, config: {bucket: b, destination: d}', 'requires `key`'],
    ['command: list, config: {prefix: p}', 'requires `bucket`'],
    [
      'command: list, config: {bucket: b, key: k}',
      '`key` is not for `command: list`: use `prefix`',
    ],
    ['command: list, config: {bucket: b, source: x}', '`source` is not for `command: list`'],
    ['command: delete, config: {bucket: b, recursive: true}', 'with `recursive` requires `prefix`'],
    ['command: delete, config: {bucket: b, key: k, prefix: p}', '`prefix` needs `recursive: true`'],
    ['command: list, config: {bucket: b, max_keys: some}', 'max_keys'],
    ['command: list, config: {bucket: b, colour: red}', 'colour'],
  ])('is refused when its DAG is loaded: %s', async (fields, words) => {
    const refused = startInline(`steps:\n  - {type: s3, ${fields}}\n`, { engine: engine() });

    await expect(refused).rejects.toThrow(words);
  });
});
