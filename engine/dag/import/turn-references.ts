import { isMap, isPair, isSeq, visit, type YAMLMap } from 'yaml';
import { itemsOf, pairOf, textOf } from './actions/steps-of.ts';
import { problemAt, UNCHANGED, type Written } from './note.ts';

/** What is known of a run by a name of two parts, and the variable that has it here. */
const ofRun: Readonly<Record<string, string>> = {
  'dag.name': 'DAG_NAME',
  'run.id': 'DAG_RUN_ID',
  'run.scheduled_at': 'DAG_RUN_SCHEDULED_AT',
  'step.name': 'DAG_RUN_STEP_NAME',
  'paths.log_file': 'DAG_RUN_LOG_FILE',
  'paths.artifacts_dir': 'DAG_RUN_ARTIFACTS_DIR',
  'paths.step_stdout_file': 'DAG_RUN_STEP_STDOUT_FILE',
  'paths.step_stderr_file': 'DAG_RUN_STEP_STDERR_FILE',
};

/** Names before a dot by which a value is looked up, so that it never was a text that stays. */
export const NAMESPACES = [
  ...['params', 'env', 'consts', 'steps', 'dag', 'run', 'step'],
  ...['attempt', 'trigger', 'paths', 'profile', 'pushback'],
];

const reference = /(?<!\\)\$(?:\{\{\s*([a-z]+\.[A-Za-z_]\w*)\s*\}\}|\{([a-z]+\.[A-Za-z_]\w*)\})/g;

/**
 * Writes `${params.NAME}` and its kin as the variables that they are here, and `${consts.NAME}` as its text.
 *
 * @param names Those that the definition declares: one of them is no name before a dot.
 */
export function turnReferences(root: YAMLMap, names: ReadonlySet<string>): Written {
  const consts = constsIn(root);
  if (consts === null) return { hasChanged: false, notes: [problemAt(null, NO_CONSTS)] };
  let hasChanged = takeConsts(root);
  visit(root, {
    Scalar: (_, scalar, path) => {
      if (typeof scalar.value !== 'string' || isTemplate(path.at(-1))) return;
      const text = scalar.value.replace(reference, (whole, spaced?: string, plain?: string) => {
        const [space = '', name = ''] = (spaced ?? plain ?? '').split('.');
        if (names.has(space)) return whole;
        return nameHere(space, name, consts) ?? whole;
      });
      hasChanged ||= text !== scalar.value;
      scalar.value = text;
    },
  });
  return hasChanged ? { hasChanged, notes: [] } : UNCHANGED;
}

/** The text of a template, in which nothing is looked up. */
export const isTemplate = (node: unknown): boolean =>
  isPair(node) && textOf(node.key) === 'template';

function nameHere(space: string, name: string, consts: ReadonlyMap<string, string>): string | null {
  if (space === 'params' || space === 'env') return `\${${name}}`;
  if (space === 'consts') return consts.get(name) ?? null;
  const full = `${space}.${name}`;
  return Object.hasOwn(ofRun, full) ? `\${${ofRun[full]}}` : null;
}

const NO_CONSTS =
  '`consts` with a value that is no plain text has no counterpart here: write it as a variable of `env`';

/** Null where one is no text that stays the same wherever it is put. */
function constsIn(root: YAMLMap): ReadonlyMap<string, string> | null {
  const node = pairOf(root, 'consts')?.value;
  const maps = isSeq(node) ? node.items : [node];
  const pairs = maps.flatMap((map) => (isMap(map) ? itemsOf(map) : []));
  const consts = new Map(pairs.map(({ key, value }) => [textOf(key) ?? '', textOf(value)]));
  const texts = [...consts].flatMap(([name, text]) =>
    text === null || /[$`"'\\\n]/.test(text) ? [] : [[name, text] as const],
  );
  return texts.length === consts.size ? new Map(texts) : null;
}

function takeConsts(root: YAMLMap): boolean {
  const pair = pairOf(root, 'consts');
  if (pair !== undefined) root.items.splice(root.items.indexOf(pair), 1);
  return pair !== undefined;
}
