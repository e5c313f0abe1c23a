import type { FieldSet } from '../../dag/fields/field.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { isNull, type SourceNode } from '../../dag/source/source-node.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';
import type { SqlConfig } from './sql-config.ts';

type Described = Pick<TypedDefinition<SqlConfig>, 'name' | 'about' | 'example'>;

/** How a step that runs SQL is written, whatever its database. */
export function sqlDefinition(
  described: Described,
  config: FieldSet<SqlConfig>,
): TypedDefinition<SqlConfig> {
  return {
    ...described,
    aliases: [],
    takes: ['command', 'script', 'config'],
    needs: [],
    handles: true,
    readsSystem: false,
    settings: settingsOf(config),
    check: (step, read, report) => {
      checkStatement(described.name, step, report);
      if (read !== null) checkConfig({ step, type: described.name }, read, report);
    },
    readers: ({ commands, script }) =>
      (script === null ? commands : [script]).map(() => ({ kind: 'engine', keepsUnknown: true })),
    keepsUnknownIn: ['command'],
    autoName: described.name,
  };
}

/** It stands in one place. */
function checkStatement(type: string, step: StepDraft, report: Report): void {
  const places: readonly (readonly [string, SourceNode | undefined])[] = [
    ['`command`', step.given.get('command')?.value],
    ['`script`', step.given.get('script')?.value],
    ['`command` in `config`', configNode(step, 'command')],
  ];
  const written = places.flatMap(([place, node]) =>
    node && !isBlank(node) ? { place, node } : [],
  );
  const [first, second] = written;
  if (!first) {
    const rule = `a step of \`type: ${type}\` requires a \`command\`, a \`script\` or a \`command\` in its \`config\``;
    report.error(step.at, rule);
  } else if (second) {
    report.error(second.node, `${second.place} cannot be combined with ${first.place}`);
  } else if (first.node.kind === 'list') {
    report.error(first.node, `\`command\` of \`type: ${type}\` must be a single text`);
  }
}

function checkConfig(
  { step, type }: { readonly step: StepDraft; readonly type: string },
  { dsn, format }: SqlConfig,
  report: Report,
): void {
  if (dsn === '') {
    const at = configNode(step, 'dsn') ?? step.values.config ?? step.at;
    report.error(at, `\`dsn\` is required in the \`config\` of \`type: ${type}\``);
  }
  const headers = configNode(step, 'headers');
  if (headers && format !== 'csv') {
    report.error(headers, '`headers` requires `output_format: csv`');
  }
  if (step.values.script === null) return;
  const params = configNode(step, 'params');
  if (params) report.error(params, '`params` requires a single statement: use `command`');
  const transaction = configNode(step, 'transaction');
  if (transaction?.kind === 'scalar' && /^false$/i.test(transaction.text)) {
    report.error(transaction, 'a `script` is always one transaction: use `command`');
  }
}

function configNode({ values: { config } }: StepDraft, key: string): SourceNode | undefined {
  const entries = config?.kind === 'map' ? config.entries : [];
  return entries.find((entry) => entry.key.text === key && !isNull(entry.value))?.value;
}

function isBlank(node: SourceNode): boolean {
  if (node.kind === 'scalar') return node.text.trim() === '';
  return node.kind === 'list' && node.items.length === 0;
}
