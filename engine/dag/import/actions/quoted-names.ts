import { isMap, isSeq, type YAMLMap } from 'yaml';
import { findSingleQuotes } from '../../shell-scan.ts';
import { pairOf, textOf } from './steps-of.ts';

/** What is said of a text of a step, and where it stands. */
export interface QuotedName {
  readonly message: string;
  readonly needle: string;
}

/** Names in single quotes: the shell fills in none of them, and Dagu did so before the shell saw them. */
export function quotedNames(
  root: YAMLMap,
  steps: readonly YAMLMap[],
): readonly (readonly QuotedName[])[] {
  const names = declaredNames(root, steps);
  if (names.size === 0) return steps.map(() => []);
  return steps.map((step) => shellTexts(step).flatMap((text) => quotedIn(text, names)));
}

/** The names of parameters, variables, secrets and outputs. */
export function declaredNames(root: YAMLMap, steps: readonly YAMLMap[]): ReadonlySet<string> {
  return new Set([...namesIn(root), ...steps.flatMap(namesOfStep)]);
}

function quotedIn(text: string, names: ReadonlySet<string>): readonly QuotedName[] {
  return findSingleQuotes(text).flatMap(({ start, end }) => {
    const inner = text.slice(start, end).replace(/^'|'$/g, '');
    const found = [...inner.matchAll(/(?<!\\)\$(?:\{([A-Za-z_]\w*)[^}]*\}|([A-Za-z_]\w*))/g)];
    const [first] = found.filter(([, braced, bare]) => names.has(braced ?? bare ?? ''));
    // A name with nothing beside it in the quotes was left as it is.
    if (first === undefined || first[0] === inner) return [];
    return [{ message: messageFor(first[0]), needle: first[0] }];
  });
}

const messageFor = (written: string): string =>
  `\`${written}\` is in single quotes, where the shell fills in nothing. Dagu did so before: use double quotes, or end the quotes before it.`;

/** The texts that a POSIX shell reads. */
function shellTexts(step: YAMLMap): readonly string[] {
  const type = textOf(step.get('type', true)) ?? 'shell';
  const shell = step.get('shell', true);
  const program = textOf(isSeq(shell) ? shell.items[0] : shell) ?? 'sh';
  if (type !== 'shell' || !isShell(program)) return [];
  const script = textOf(step.get('script', true));
  const command = step.get('command', true);
  const commands = isSeq(command) ? command.items.map(textOf) : [textOf(command)];
  const texts = commands.flatMap((text) => text ?? []);
  if (script === null) return texts;
  const [interpreter = ''] = script.startsWith('#!') ? [script.split('\n', 1)[0]] : texts;
  return interpreter === '' || isShell(interpreter) ? [script] : [];
}

const isShell = (program: string): boolean =>
  /(?:^|[/\s!])(?:ba|da|z|k|a)?sh(?:\s|$)/.test(program);

function namesIn(root: YAMLMap): readonly string[] {
  const params = root.get('params', true);
  const named = [...namesOf(params), ...typedNames(params), ...namesOf(root.get('env', true))];
  const secrets = root.get('secrets', true);
  const ofSecrets = isSeq(secrets)
    ? secrets.items.flatMap((one) => (isMap(one) ? (textOf(one.get('name', true)) ?? []) : []))
    : [];
  return [...named, ...ofSecrets];
}

/** Those of parameters that say their type, or stand in a schema. */
function typedNames(params: unknown): readonly string[] {
  if (isSeq(params))
    return params.items.flatMap((one) => (isMap(one) ? (textOf(one.get('name', true)) ?? []) : []));
  const schema = isMap(params) ? (params.get('schema', true) ?? params) : undefined;
  return isMap(schema) ? namesOf(schema.get('properties', true)) : [];
}

function namesOfStep(step: YAMLMap): readonly string[] {
  const output = pairOf(step, 'output')?.value;
  const name = textOf(output) ?? (isMap(output) ? textOf(output.get('name', true)) : null);
  return [...(name === null ? [] : [name]), ...namesOf(step.get('env', true))];
}

/** `K=V` in a line, a map, or a list of both. */
function namesOf(node: unknown): readonly string[] {
  if (isSeq(node)) return node.items.flatMap(namesOf);
  if (isMap(node)) return node.items.flatMap(({ key }) => textOf(key) ?? []);
  return [...(textOf(node) ?? '').matchAll(/(?:^|\s)([A-Za-z_]\w*)=/g)].flatMap(
    ([, name]) => name ?? [],
  );
}

/** Names in a text that nothing declares: Dagu left them as they are, and the shell fills them in. */
export function filledNames(text: string, names: ReadonlySet<string>): readonly string[] {
  const found = [...text.matchAll(/(?<!\\)\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)];
  const unknown = found.filter(([, braced, bare]) => {
    const name = braced ?? bare ?? '';
    return !names.has(name) && !name.startsWith('DAG_');
  });
  return [...new Set(unknown.map(([written]) => written))].map(
    (written) =>
      `\`${written}\` is declared nowhere, so it stayed as it is before. Here the shell fills it in: write \`\\${written}\` to keep it.`,
  );
}
