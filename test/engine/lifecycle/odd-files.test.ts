import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import {
  readEndpoint,
  removeEndpoint,
  writeEndpoint,
} from '../../../engine/platform/endpoint-file.ts';
import { readHolder } from '../../../engine/platform/engine-holder.ts';
import { anEngine, runToEnd } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { replaceBy, standIns, type StandIn } from '../../support/stand-ins.ts';

const kinds = (Object.keys(standIns) as StandIn[]).filter((kind) => kind !== 'a link');
/** What is hardly there by an accident, unlike a folder. */
const oddKinds = kinds.filter((kind) => kind !== 'a folder');

const aHome = () => {
  const config = temporaryConfig();
  mkdirSync(config.paths.dataDir, { recursive: true });
  mkdirSync(config.paths.dagsDir, { recursive: true });
  return config;
};

describe.each(kinds)('%s in the place of', (kind) => {
  it('the database stops the start, which names it', async () => {
    const config = aHome();
    const file = join(config.paths.dataDir, 'engine.db');
    replaceBy(kind, file);

    await expect(anEngine({ config })).rejects.toThrow(`${file} is ${kind}, not a regular file`);
  });

  it('the secret stops the start, which names it', async () => {
    const config = { ...aHome(), auth: builtinAuth };
    const file = join(config.paths.dataDir, 'engine.secret');
    replaceBy(kind, file);

    await expect(anEngine({ config })).rejects.toThrow(kind === 'a folder' ? file : `is ${kind}`);
  });

  it('config.yaml is an error that names it', () => {
    const file = join(temporaryFolder(), 'config.yaml');
    replaceBy(kind, file);

    expect(() => loadConfig({ env: {}, config: file })).toThrow(file);
  });

  it('base.yaml is named by whatever needs it', async () => {
    const config = aHome();
    replaceBy(kind, config.paths.baseConfig);
    writeFileSync(join(config.paths.dagsDir, 'good.yaml'), 'steps: [{command: "true"}]');

    const { client } = await anEngine({ config });

    await expect(
      client.call('runs.start', { name: 'x', spec: 'steps: [{command: "true"}]' }),
    ).rejects.toThrow(`Cannot read base.yaml: it is ${kind}`);
    const { errors } = await client.call('dags.list', {});
    expect(errors.join('\n')).toContain('Cannot read base.yaml');
  });
});

describe('a link to what was there in the place of', () => {
  it('the note of the holder names nobody, and that of the address is not the one of this process', async () => {
    const { config } = await anEngine();
    const { dataDir } = config.paths;
    writeEndpoint(dataDir, { url: 'http://127.0.0.1:1', version: '1', startedAt: 'now' });
    expect(readHolder(dataDir)?.pid).toBe(process.pid);

    for (const file of ['engine.lock', 'engine.json'].map((name) => join(dataDir, name))) {
      renameSync(file, `${file}.real`);
      symlinkSync(`${file}.real`, file);
    }

    removeEndpoint(dataDir);

    expect(readHolder(dataDir)).toBeNull();
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(true);
  });
});

describe.each(oddKinds)('%s in the place of', (kind) => {
  it('the note of the holder or of the address names nobody and is written anew', async () => {
    const config = aHome();
    const { dataDir } = config.paths;
    replaceBy(kind, join(dataDir, 'engine.lock'));
    replaceBy(kind, join(dataDir, 'engine.json'));
    replaceBy(kind, join(dataDir, `engine.lock.${process.pid}`));

    expect(await readEndpoint(dataDir)).toBeNull();
    expect(readHolder(dataDir)).toBeNull();
    await anEngine({ config });
    writeEndpoint(dataDir, { url: 'http://127.0.0.1:1', version: '1', startedAt: 'now' });

    expect(readHolder(dataDir)?.pid).toBe(process.pid);
    expect(readFileSync(join(dataDir, 'engine.json'), 'utf8')).toContain('http://127.0.0.1:1');
  });

  it('a definition is listed as a problem, and the others are read', async () => {
    const config = aHome();
    writeFileSync(join(config.paths.dagsDir, 'good.yaml'), 'steps: [{command: "true"}]');
    replaceBy(kind, join(config.paths.dagsDir, 'odd.yaml'));

    const { client } = await anEngine({ config });
    const { dags, errors } = await client.call('dags.list', {});

    expect(dags.map((dag) => dag.errors.length)).toEqual([0, 1]);
    expect(errors.join('\n')).toContain(`odd: cannot read the file (it is ${kind})`);
    expect((await client.call('dags.get', { fileName: 'odd' })).errors).toHaveLength(1);
  });

  it('a called file fails the step', async () => {
    const folder = temporaryFolder();
    replaceBy(kind, join(folder, 'called.yaml'));

    const ended = await runToEnd(
      `working_dir: ${folder}\nsteps: [{name: main, call: ./called.yaml}]`,
    );

    expect(ended.node('main').error).toContain(`is ${kind}`);
  });
});

describe('a link to an ordinary file', () => {
  it('is one for settings, definitions, base.yaml and the secret', async () => {
    const config = { ...aHome(), auth: builtinAuth };
    const kept = temporaryFolder();
    const link = (path: string, text: string): void => {
      const target = join(kept, path.replaceAll('/', '_'));
      writeFileSync(target, text);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
    };
    link(config.paths.configFile, 'port: 4321\n');
    link(config.paths.baseConfig, 'env: [{A: b}]\n');
    link(join(config.paths.dagsDir, 'linked.yaml'), 'steps: [{command: "true"}]');
    link(join(config.paths.dataDir, 'engine.secret'), 'A'.repeat(43));

    const { client } = await anEngine({ config });
    const { dags } = await client.call('dags.list', {});

    expect(dags.map(({ fileName }) => fileName)).toEqual(['linked']);
    expect(loadConfig({ env: {}, config: config.paths.configFile }).port).toBe(4321);
  });
});
