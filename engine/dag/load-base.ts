import type { LoadIssue } from './definition.ts';
import { ownKeys, type BaseDag } from './base.ts';
import { readFields } from './fields/read-fields.ts';
import { rootFields } from './fields/root-fields.ts';
import { joinHandlers, reportHandlerClashes } from './join-handlers.ts';
import { placesOf } from './places.ts';
import { createReport, type Report } from './source/report.ts';
import { readYaml } from './source/read-yaml.ts';
import { describeNode, type MapNode, type SourceNode } from './source/source-node.ts';
import type { StepTypeDefinition } from './step-type.ts';
import { stepTypesOf } from './type-steps.ts';

/** No YAML starts with this character. */
const UNREAD = '\0';

/** Goes wherever the text of base.yaml goes while its file cannot be read: each DAG then has this sentence as an error. */
export const unreadBaseText = (why: string): string => UNREAD + why;

/** Reads base.yaml. Takes any text whatsoever and never throws; an empty one says nothing. */
export function loadBase(text: string, stepTypes: readonly StepTypeDefinition[]): BaseDag {
  if (text.startsWith(UNREAD)) return unreadBase(text.slice(UNREAD.length), stepTypes);
  const report = createReport(text);
  const [first, second] = readYaml(text, report);
  if (second) report.error(second.root, 'base.yaml must be a single document, without `---`');
  // What a broken document seems to say is not worth a message.
  const own = first?.broken ? createReport(text) : report;
  const map = ownMap(first?.root, own);
  const { values, given } = readFields(map, rootFields, own);
  const handlerOn = joinHandlers(values.handlerOn, {
    types: stepTypesOf(stepTypes),
    report: own,
    ...placesOf(given, new Set(), own),
    hasBucket: (values.s3?.bucket ?? null) !== null,
    hasModel: values.llm !== null,
  });
  reportHandlerClashes(handlerOn, { drafts: [], own: values.handlerOn }, own);
  return {
    values: { ...values, handlerOn },
    given: new Set(given.keys()),
    issues: firstOf(report.issues()),
  };
}

/** Each DAG tells what is wrong with its base.yaml, so that is not told at any length. */
const MAX_ISSUES = 20;

function firstOf(issues: readonly LoadIssue[]): readonly LoadIssue[] {
  const next = issues[MAX_ISSUES];
  if (next === undefined) return issues;
  const more = `there are ${issues.length - MAX_ISSUES} more errors from here on`;
  return [...issues.slice(0, MAX_ISSUES), { ...next, message: more }];
}

/** Of a base.yaml with errors nothing counts but these: no DAG loads under it. */
export function soundBase(base: BaseDag, stepTypes: readonly StepTypeDefinition[]): BaseDag {
  if (base.issues.length === 0 || base.unread !== undefined) return base;
  return { ...loadBase('', stepTypes), issues: base.issues };
}

/** What stands for a text that nobody will read: nothing, and why. */
export function refusedBase(reason: string, stepTypes: readonly StepTypeDefinition[]): BaseDag {
  const report = createReport('');
  report.error({ start: 0, end: 0 }, reason);
  return { ...loadBase('', stepTypes), issues: report.issues() };
}

const unreadBase = (unread: string, stepTypes: readonly StepTypeDefinition[]): BaseDag => ({
  ...refusedBase(unread, stepTypes),
  unread,
});

/** The entries that a base may have. */
function ownMap(root: SourceNode | undefined, report: Report): MapNode {
  if (root === undefined) return { kind: 'map', entries: [], start: 0, end: 0 };
  if (root.kind !== 'map') {
    report.error(root, `base.yaml must be a map of fields, got ${describeNode(root)}`);
    return { kind: 'map', entries: [], start: 0, end: 0 };
  }
  const entries = root.entries.filter(({ key }) => {
    if (!ownKeys.includes(key.text)) return true;
    report.error(key, `\`${key.text}\` is not allowed in base.yaml`);
    return false;
  });
  return { ...root, entries };
}
