import { join } from 'node:path';
import type { Format } from '../commands/options.ts';
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../contract/operations/maintenance.ts';
import { StartError } from '../../lib/start-error.ts';
import { findDagFile, listDagNames, readDagText } from '../../platform/dag-files.ts';
import { createBaseConfig } from '../../services/catalog/base-config.ts';
import { shortSecretsIn } from '../../services/doctor/short-secrets.ts';
import { examine } from '../../services/doctor/examine.ts';
import { loadBase, loadDag } from '../../steps/load-dag.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { findingsText } from '../print/findings.ts';
import { json } from '../print/json.ts';
import { reachEngine } from '../connection/reach-engine.ts';

export interface DoctorOptions extends GlobalOptions {
  readonly repair?: boolean;
  readonly format: Format;
}

/** Lets the engine look at itself, or looks where none runs. Returns the exit code. */
export async function runDoctor(cli: Cli, options: DoctorOptions): Promise<number> {
  const { config, findings: local } = readSettings(cli, options);
  // Of an engine elsewhere the settings of this machine say nothing.
  const settings = cli.address().url === null || config === null ? local : [];
  const findings = [...settings, ...(config === null ? [] : await examineHome(cli, config))];
  cli.out.write(
    options.format === 'json' ? json({ findings }) : findingsText(findings, cli.out.colors),
  );
  return findings.some(({ level }) => level === 'problem') ? exitCodes.failed : 0;
}

function readSettings(cli: Cli, options: DoctorOptions) {
  try {
    const config = configOf(cli, options);
    const message = `The settings in ${config.paths.configFile} are valid.`;
    return {
      config,
      findings: [{ check: 'settings', level: 'ok', message, fix: '' }] as Finding[],
    };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const fix = 'Fix this first: nothing else can be checked, and no engine starts.';
    const wrong: Finding = { check: 'settings', level: 'problem', message: error.message, fix };
    return { config: null, findings: [wrong] };
  }
}

async function examineHome(cli: Cli, config: Config): Promise<readonly Finding[]> {
  const reached = await reachEngine(cli, config);
  if (reached === null) return examineAlone(cli, config);
  const { client, endpoint } = reached;
  const { findings } = await client.call('system.doctor', {});
  if (endpoint === null) return findings;
  const { pid, url, isService } = endpoint;
  const message = isService
    ? `The engine (process ${pid}) is listening at ${url}.`
    : `No engine is running for this home. A command (process ${pid}) is using it, and answers others.`;
  return [...findings, { check: 'port', level: 'ok', message, fix: '' }];
}

function examineAlone({ env, clock }: Cli, config: Config): Promise<readonly Finding[]> {
  return examine({
    config,
    env,
    clock,
    platform: process.platform,
    engine: null,
    testSync: null,
    dags: async () => {
      const read = await readDags(config);
      const broken = read.filter(({ dag }) => dag === null).map(({ name }) => name);
      return { files: read.length, broken };
    },
    shortSecrets: async () => {
      const read = await readDags(config);
      const found = read.map(({ dag, path }) => (dag ? shortSecretsIn({ dag, path }, env) : []));
      return (await Promise.all(found)).flat();
    },
  });
}

async function readDags({ paths }: Config) {
  const names = await listDagNames(paths.dagsDir).catch(() => []);
  // A command has nobody to hold up.
  const here = { loadBase: (text: string) => Promise.resolve(loadBase(text)) };
  const base = createBaseConfig(paths.baseConfig, here).current()?.base ?? null;
  return names.map((name) => {
    const path = join(paths.dagsDir, name);
    const text = textOf(paths.dagsDir, name);
    return { name, path, dag: text === null ? null : loadDag(text, { name, base }).dag };
  });
}

/** Null for one that cannot be read. */
function textOf(folder: string, name: string): string | null {
  try {
    const file = findDagFile(folder, name);
    return file === null ? null : readDagText(file);
  } catch {
    return null;
  }
}
