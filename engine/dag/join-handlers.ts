import { handlerNames, type HandlerName, type Handlers, type Step } from './definition.ts';
import type { HandlerDrafts } from './fields/handlers-field.ts';
import type { StepDraft } from './fields/steps-field.ts';
import type { Report } from './source/report.ts';
import { quoted, type Range } from './source/source-node.ts';
import { toStep } from './to-step.ts';
import { typeStep, type StepTools, type TypedDraft } from './type-steps.ts';

/** `onInit` of `init`: how the step of a handler is called in runs, whatever name it was given. */
function handlerStepName(handler: HandlerName): string {
  return `on${handler.charAt(0).toUpperCase()}${handler.slice(1)}`;
}

/** Makes steps of handlers. They wait for no step, and are neither a gate nor a choice between steps. */
export function joinHandlers(drafts: HandlerDrafts, tools: StepTools): Handlers {
  const handlers: Partial<Record<HandlerName, Step>> = {};
  for (const handler of handlerNames) {
    const draft = drafts[handler];
    if (!draft) continue;
    const typed = typeStep(draft, tools);
    checkHandler(typed, tools.report);
    const name = handlerStepName(handler);
    handlers[handler] = toStep(typed, { name, depends: [], routes: [], routedBy: [] });
  }
  return handlers;
}

function checkHandler({ draft, type }: TypedDraft, report: Report): void {
  const depends = draft.given.get('depends');
  if (depends) report.error(depends.key, '`depends` is not allowed in a handler');
  if (type.handles) return;
  const at = draft.given.get('type')?.value ?? draft.at;
  report.error(at, `a handler cannot have \`type: ${type.name}\``);
}

export interface StepSources {
  readonly drafts: readonly StepDraft[];
  /** Handlers of the same file. Those of its base have no place in it. */
  readonly own: HandlerDrafts;
}

/** Reports ids and names that a handler shares with a step or another handler: logs and references must mean one. */
export function reportHandlerClashes(
  handlers: Handlers,
  { drafts, own }: StepSources,
  report: Report,
): void {
  const words = new Map<string, HandlerName>();
  for (const handler of handlerNames) {
    const step = handlers[handler];
    if (!step) continue;
    const other = step.id === null ? undefined : words.get(step.id);
    const draft = own[handler] ?? (other && own[other]);
    if (other && draft) {
      const id = quoted(draft.values.id ?? '');
      report.error(idAt(draft), `the id ${id} is already used by the handler \`${other}\``);
    }
    words.set(step.name, handler);
    if (step.id !== null) words.set(step.id, handler);
  }
  for (const draft of drafts) reportStepClashes(draft, words, report);
}

function reportStepClashes(
  draft: StepDraft,
  words: ReadonlyMap<string, HandlerName>,
  report: Report,
): void {
  const { name, id } = draft.values;
  const ofName = name === null ? undefined : words.get(name);
  const ofId = id === null ? undefined : words.get(id);
  const clash = (what: string, handler: HandlerName) =>
    `${what} is already used by the handler \`${handler}\``;
  if (ofName) {
    report.error(draft.nameAt ?? draft.at, clash(`the name ${quoted(name ?? '')}`, ofName));
  }
  if (ofId) report.error(idAt(draft), clash(`the id ${quoted(id ?? '')}`, ofId));
}

function idAt({ given, at }: StepDraft): Range {
  return given.get('id')?.value ?? at;
}
