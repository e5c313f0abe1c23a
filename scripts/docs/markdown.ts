import type { ManualExample } from '../../engine/dag/manual/manual-example.ts';

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function yaml(spec: string): string {
  return `\`\`\`yaml\n${spec.trimEnd()}\n\`\`\``;
}

/** A definition with the files that it needs and what comes of it. */
export function example({
  spec,
  ends = 'succeeded',
  prints,
  warns,
  files = {},
}: ManualExample): string {
  const beside = Object.entries(files).map(
    ([path, text]) => `Next to it, ${code(path)}:\n\n\`\`\`\n${text.trimEnd()}\n\`\`\``,
  );
  const printed =
    prints === undefined ? '' : ` and prints ${prints.split('\n').map(code).join(', ')}`;
  const outcome =
    ends === 'succeeded' && prints === undefined ? [] : [`${endings[ends]}${printed}.`];
  const warning = warns === undefined ? [] : [`It gets the warning [${warns}](#${warns}).`];
  return [yaml(spec), ...beside, ...outcome, ...warning].join('\n\n');
}

const endings: Readonly<Record<NonNullable<ManualExample['ends']>, string>> = {
  not_started: 'It does not start',
  queued: 'It stays queued',
  running: 'It runs',
  succeeded: 'It succeeds',
  failed: 'It fails',
  aborted: 'It is aborted',
  partially_succeeded: 'It partially succeeds',
  waiting: 'It waits for approval',
  rejected: 'It is rejected',
};
