import type { Format } from '../commands/options.ts';
import { basename } from 'node:path';
import { explain as explainDag } from '../../steps/explain.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { exitCodes } from '../cli-error.ts';
import { CliError } from '../cli-error.ts';
import { explanationData, explanationTable, explanationText } from '../print/explanation.ts';
import { issuesText } from '../print/issues.ts';
import { json } from '../print/json.ts';
import { readBase } from '../read-base.ts';
import { readText } from '../read-text.ts';
import { findDefinitionFile } from './find-definition-file.ts';

export interface ExplainOptions extends GlobalOptions {
  readonly format: Format;
}

interface ExplainRequest {
  readonly dag: string;
  /** Empty: all keys of the DAG. */
  readonly path: string;
  readonly options: ExplainOptions;
}

/** Prints what the manual says of a key and what holds for it in a file. Needs no engine; returns the exit code. */
export async function explain(cli: Cli, { dag, path, options }: ExplainRequest): Promise<number> {
  const { out, err } = cli;
  const { dagsDir, baseConfig } = configOf(cli, options).paths;
  const file = await findDefinitionFile(dag, dagsDir);
  const text = await readText(file);
  const base = readBase(baseConfig);
  const result = explainDag(text, { name: stemOf(basename(file)), base }, path);
  const asJson = options.format === 'json';
  switch (result.kind) {
    case 'faulty':
      err.write(issuesText({ file, text, issues: result.issues }, err.colors));
      return exitCodes.failed;
    case 'unknown':
      throw new CliError(result.message, { hint: `See: dagwright explain ${dag}` });
    case 'one':
      out.write(
        asJson
          ? json(explanationData(result.explanation))
          : explanationText(result.explanation, file, out),
      );
      return 0;
    case 'all':
      out.write(
        asJson
          ? json(result.explanations.map(explanationData))
          : explanationTable(result, file, out),
      );
      return 0;
  }
}
