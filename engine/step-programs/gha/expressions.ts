import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type { FunctionDefinition } from '@actions/expressions/funcs/info';

/** What expressions of an action can read, by the names of contexts such as `inputs`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** How far the steps before have come. */
export interface Progress {
  readonly hasFailed: boolean;
}

/** Fills in all `${{ … }}` of a text. @throws Error that names an expression that cannot be evaluated. */
export function fillIn(template: string, contexts: Contexts, progress: Progress): string {
  let filled = '';
  let rest = template;
  for (let start = rest.indexOf('${{'); start !== -1; start = rest.indexOf('${{')) {
    const end = endOf(rest, start + 3);
    filled += rest.slice(0, start);
    filled += evaluate(rest.slice(start + 3, end), contexts, progress).coerceString();
    rest = rest.slice(end + 2);
  }
  return filled + rest;
}

/** Whether a step with this `if` runs; without a function of the status it does only when nothing has failed. */
export function isWanted(
  condition: string | undefined,
  contexts: Contexts,
  progress: Progress,
): boolean {
  const written = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition ?? '')?.[1] ?? condition ?? '';
  if (written.trim() === '') return !progress.hasFailed;
  const tells = /\b(?:success|failure|always|cancelled)\s*\(/i.test(written);
  const whole = tells ? written : `success() && (${written})`;
  return isTrue(evaluate(whole, contexts, progress));
}

function evaluate(written: string, contexts: Contexts, progress: Progress): data.ExpressionData {
  const functions = statusFunctions(progress);
  try {
    const { tokens } = new Lexer(written.trim()).lex();
    const expression = new Parser(tokens, Object.keys(contexts), functions).parse();
    const known = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
    const byName = new Map(functions.map((one) => [one.name.toLowerCase(), one]));
    return new Evaluator(expression, known, byName).evaluate();
  } catch (error) {
    throw new Error(`\${{ ${written.trim()} }}: ${(error as Error).message}`, { cause: error });
  }
}

/** Where the braces after an expression begin: not those within its texts. */
function endOf(text: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted;
    else if (!isQuoted && text.startsWith('}}', at)) return at;
  }
  throw new Error(`the expression ${text.slice(from - 3, from + 60)} has no end`);
}

function statusFunctions({
  hasFailed,
}: Progress): readonly FunctionDefinition[] & FunctionDefinition[] {
  const says = (name: string, value: boolean): FunctionDefinition => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  });
  return [
    says('success', !hasFailed),
    says('failure', hasFailed),
    says('always', true),
    // A stop ends the program and all that it started.
    says('cancelled', false),
  ];
}

function isTrue(value: data.ExpressionData): boolean {
  if (value.kind === data.Kind.Null) return false;
  if (!value.primitive) return true;
  const text = value.coerceString();
  return text !== '' && text !== 'false' && text !== '0' && text !== 'NaN';
}
