import type { DryRun, PlannedStep } from '../../contract/dag.ts';
import type { Colors, Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';

/** Calls of one step that are worth a line each. */
const MAX_CALLS = 5;

const withheldWords =
  'your role cannot see values of the environment, dotenv files and secrets: they stay as written';

/** A dry run as a person reads it: the steps in order, what each asks first, and what it would execute. */
export function dryRunText(plan: DryRun, { colors }: Pick<Output, 'colors'>): string {
  const { name, params, workingDir, preconditions, steps, handlers } = plan;
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  const lines = [
    `${colors.bold(oneLine(name))}  ${count}, nothing was executed`,
    colors.dim(`  in ${workingDir}${params === '{}' ? '' : `  params ${oneLine(params)}`}`),
    ...(plan.withheld === true ? [colors.dim(`  ${withheldWords}`)] : []),
    ...preconditions.map((one) => `  ${conditionText(one)}`),
    ...steps.flatMap((step, index) => ['', ...stepLines(step, `${index + 1}`, { plan, colors })]),
    ...handlers.flatMap(({ event, step }) => [
      '',
      ...stepLines({ ...step, name: `on ${event}` }, '•', { plan, colors }),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

interface Setting {
  readonly plan: DryRun;
  readonly colors: Colors;
}

function stepLines(step: PlannedStep, head: string, { plan, colors }: Setting): readonly string[] {
  const { name, type, depends, commands, script, call, routes, prompt, notes } = step;
  const after =
    depends.length === 0 ? '' : colors.dim(`  after ${depends.map(oneLine).join(', ')}`);
  const kind = type === 'shell' ? '' : `  ${colors.cyan(type)}`;
  const parts = [
    ...step.preconditions.map(conditionText),
    ...(step.workingDir === plan.workingDir ? [] : [`in ${step.workingDir}`]),
    ...commands.flatMap((command) => codeLines(command, '$ ', colors)),
    ...(script === '' ? [] : codeLines(script, '| ', colors)),
    ...(call === null ? [] : callLines(call)),
    ...routes.map(({ pattern, targets }) => `${pattern} → ${targets.join(', ')}`),
    ...(prompt === '' ? [] : [`asks: ${oneLine(prompt)}`]),
    ...notes.map((note) => colors.dim(note)),
  ];
  return [
    `${colors.dim(head)}  ${colors.bold(oneLine(name))}${kind}${after}`,
    ...parts.map((part) => `   ${part}`),
  ];
}

function codeLines(text: string, mark: string, colors: Colors): readonly string[] {
  const lines = text.trimEnd().split('\n');
  return lines.map(
    (line, index) => (index === 0 ? colors.dim(mark) : ' '.repeat(mark.length)) + line,
  );
}

function callLines({ target, params, known }: NonNullable<PlannedStep['call']>): readonly string[] {
  const unknown = known ? '' : ', which does not exist yet';
  const more = params.length - MAX_CALLS;
  return [
    `calls ${oneLine(target)}${unknown}`,
    ...params
      .slice(0, MAX_CALLS)
      .filter(Boolean)
      .map((text) => `  with ${oneLine(text)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function conditionText({ condition, expected, negate }: DryRun['preconditions'][number]): string {
  const not = negate ? 'not ' : '';
  const asked = oneLine(condition);
  return expected === ''
    ? `only if ${not}this succeeds: ${asked}`
    : `only if "${asked}" is ${not}"${oneLine(expected)}"`;
}
