import type { Format } from '../commands/options.ts';
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../contract/operations/maintenance.ts';
import { StartError } from '../../lib/start-error.ts';
import { readDagText, type DagFile } from '../../platform/dag-files.ts';
import { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { fileProblems } from '../../services/catalog/file-problems.ts';
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
      const { dags, ignored } = readDags(config);
      const broken = dags.filter(({ dag }) => dag === null).map(({ name }) => name);
      return { files: dags.length, broken, ignored };
    },
    shortSecrets: async () => {
      const { dags } = readDags(config);
      const found = dags.map(({ dag, path }) => (dag ? shortSecretsIn({ dag, path }, env) : []));
      return (await Promise.all(found)).flat();
    },
  });
}

function readDags({ paths }: Config) {
  const tree = lookedAt(paths.dagsDir);
  const names = tree.names();
  // A command has nobody to hold up.
  const here = { loadBase: (text: string) => Promise.resolve(loadBase(text)) };
  const under = createBaseConfig(paths.baseConfig, here).current();
  const base = under?.base ?? null;
  const ofNames = names.flatMap((name) => fileProblems(name, tree.pathsOf(name)));
  const dags = names.flatMap((name) => {
    const file = tree.find(name);
    if (file === null) return [];
    const text = textOf(file);
    return { name, path: file.path, dag: text === null ? null : loadDag(text, { name, base }).dag };
  });
  return { dags, ignored: [...tree.problems(), ...ofNames].concat(under?.unread ?? []) };
}

/** A folder that cannot be read has no names; another check says why. */
function lookedAt(folder: string): DagTree {
  const tree = new DagTree(folder);
  try {
    return tree.look();
  } catch {
    return tree;
  }
}

/** Null for one that cannot be read. */
function textOf(file: DagFile): string | null {
  try {
    return readDagText(file);
  } catch {
    return null;
  }
}
