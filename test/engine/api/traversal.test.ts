import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../../engine/contract/operations.ts';
import type { Operation } from '../../../engine/contract/operation.ts';
import { API_PREFIX, fillPath, pathFields, takesBody } from '../../../engine/contract/rest.ts';
import { anEngine } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { ask, post } from './an-api.ts';
import { keptAsker, withEach, type Kept } from './kept-ask.ts';
import { served } from './served.ts';

const SECRET = 'what-nobody-may-read';
const leaked = new RegExp(`${SECRET}|root:`);

/** Ways out of a folder, as they stand in a path of a URL. OUT is the folder with the sentinels. */
const inPath = [
  ...['..', '%2e%2e', '..%2f..%2fsecret.yaml', '..%5c..%5csecret.yaml', '%252e%252e%252fsecret'],
  ...[
    '....%2f%2fsecret',
    '%c0%ae%c0%ae%2fsecret',
    '..;%2fsecret',
    '%00',
    'secret.yaml%00',
    '.yaml',
  ],
  ...[
    'OUTsecret.yaml',
    'OUTsecret',
    'OUTnew',
    'file:%2f%2fOUTsecret.yaml',
    '%2fetc%2fpasswd',
    '~root',
  ],
  ...[
    '%5c%5cserver%5cshare',
    'C:%5csecret',
    'secret.yaml::$DATA',
    'NUL.yaml',
    'SECRET.YAML',
    '...',
  ],
  ...['linked-folder%2fsecret.yaml', 'linked-folder', '..%2fdata%2fengine.db', '%e2%80%ae%2e%2e'],
  ...['%ef%bc%8e%ef%bc%8e%ef%bc%8fsecret', '..%0d%0a', `${'..%2f'.repeat(40)}etc%2fpasswd`],
  'a'.repeat(5000),
];

/** The same where no URL is taken apart. */
const inBody = [
  ...[
    '..',
    '../../secret.yaml',
    '..\\..\\secret.yaml',
    'OUTsecret.yaml',
    'OUTnew',
    'secret.yaml\0',
  ],
  ...['linked-folder/secret.yaml', '../data/engine.db', '//server/share', '~root/x', '..%2fsecret'],
  'a'.repeat(5000),
];

/** All that lies in a folder, what links lead to included. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    files.map((name) => {
      const stat = lstatSync(join(folder, name));
      return [name, stat.isFile() ? readFileSync(join(folder, name), 'utf8') : String(stat.mode)];
    }),
  );
}

function sentinels(): string {
  const outside = temporaryFolder('outside');
  writeFileSync(join(outside, 'secret.yaml'), `steps:\n  - command: echo ${SECRET}\n`);
  writeFileSync(join(outside, 'secret'), SECRET);
  mkdirSync(join(outside, 'folder'));
  writeFileSync(join(outside, 'folder', 'secret.yaml'), SECRET);
  return outside;
}

describe('names that lead out of the home', () => {
  const outside = sentinels();
  const config = temporaryConfig();
  const { dagsDir } = config.paths;
  let before: Record<string, string> = {};

  beforeAll(() => {
    mkdirSync(dagsDir, { recursive: true });
    symlinkSync(join(outside, 'folder'), join(dagsDir, 'linked-folder'));
    before = contentOf(outside);
  });

  it('are nothing in the path of any operation, and touch nothing', async () => {
    const api = await served(await anEngine({ config }));
    const ask = keptAsker(api);
    const out = encodeURIComponent(`${outside}/`);
    const attempts = operationNames.flatMap((name) =>
      pathFields(operations[name]).flatMap((field) =>
        inPath.map((bad) => ({ name, field, bad: bad.replace('OUT', out) })),
      ),
    );

    await withEach(attempts, async ({ name, field, bad }) => {
      const { method, path }: Operation = operations[name];
      const target = fillPath(path, (one) => (one === field ? bad : 'latest'));
      const answer = await ask({ method: method.toUpperCase(), path: API_PREFIX + target });
      expect(answer.status, `${name} ${target}`).toBeOneOf([200, 204, 400, 401, 404, 503]);
      expect(answer.text, `${name} ${target}`).not.toMatch(leaked);
    });

    expect(contentOf(outside)).toEqual(before);
    expect(readdirSync(dagsDir)).toEqual(['linked-folder']);
  }, 120_000);

  it('that are links to a definition elsewhere are replaced and removed, and never what they lead to', async () => {
    const linked = join(dagsDir, 'linked.yaml');
    const api = await served(await anEngine({ config }));
    const dag = '/api/v1/dags/linked';
    const spec = 'steps:\n  - command: "true"\n';

    symlinkSync(join(outside, 'secret.yaml'), linked);
    await post(api, `${dag}/spec`, { spec }, 'PUT');
    const isReplaced = lstatSync(linked).isFile();
    rmSync(linked);
    symlinkSync(join(outside, 'secret.yaml'), linked);
    await post(api, `${dag}/rename`, { newFileName: 'moved' });
    const removed = await ask(api, '/api/v1/dags/moved', { method: 'DELETE' });

    expect([isReplaced, removed.status]).toEqual([true, 204]);
    expect(contentOf(outside)).toEqual(before);
    expect(readdirSync(dagsDir)).toEqual(['linked-folder']);
  });

  it('are nothing in the body or the query of any operation, and touch nothing', async () => {
    const api = await served(await anEngine({ config }));
    const ask = keptAsker(api);
    const bad = inBody.map((one) => one.replace('OUT', `${outside}/`));
    const attempts = operationNames.flatMap((name) =>
      otherFields(name).flatMap((field) => bad.map((value) => ({ name, field, value }))),
    );

    await withEach(attempts, async ({ name, field, value }) => {
      const answer = await ask(requestWith(name, field, value));
      expect(answer.status, `${name} ${field}=${value}`).not.toBe(500);
      expect(answer.text, `${name} ${field}=${value}`).not.toMatch(leaked);
    });

    expect(contentOf(outside)).toEqual(before);
  });
});

/** Fields beyond the path that might be taken for a name of something. */
function otherFields(name: OperationName): readonly string[] {
  const { input } = operations[name];
  const inPathOf = pathFields(operations[name]);
  return Object.keys(input().shape).filter(
    (field) => /name|id$|dag|node|queue|cursor|step/i.test(field) && !inPathOf.includes(field),
  );
}

/** One field is bad, and the others are such as the operation could do something with. */
function requestWith(name: OperationName, field: string, value: string): Kept {
  const operation: Operation = operations[name];
  const method = operation.method.toUpperCase();
  const path = API_PREFIX + fillPath(operation.path, () => 'latest');
  const query = `${path}?${new URLSearchParams({ [field]: value })}`;
  if (!takesBody(operation)) return { method, path: query };
  const headers = ['Content-Type', 'application/json'];
  const others = { spec: 'steps:\n  - command: "true"\n', name: 'fine', newFileName: 'fine' };
  const bodyName = operation.bodyNames?.[field] ?? field;
  return { method, path: query, headers, body: JSON.stringify({ ...others, [bodyName]: value }) };
}
