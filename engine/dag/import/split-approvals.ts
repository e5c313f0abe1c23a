import { isMap, isScalar, isSeq, Pair, Scalar, type YAMLMap } from 'yaml';
import { itemsOf, pairOf, stepsOf, textOf } from './actions/steps-of.ts';
import { listNode, mapNode, textNode } from './actions/written.ts';
import { problemAt, remarkAt, UNCHANGED, type Note, type Written } from './note.ts';
import { uniqueName } from './safe-name.ts';

/**
 * Makes a step of each `approval`: it asks when the step with it has ended, and what depended on that waits for it.
 *
 * @param isGraph Whether steps wait for those that they name, and not for the one before.
 */
export function splitApprovals(root: YAMLMap, isGraph: boolean): Written {
  const asking = stepsOf(root).filter((step) => step.has('approval'));
  if (asking.length === 0) return UNCHANGED;
  const split = new Splitter(root, isGraph);
  const steps = root.get('steps', true);
  if (isSeq(steps))
    steps.items = steps.items.flatMap((step) =>
      isMap(step) ? [step, ...split.gateOf(step)] : [step],
    );
  if (isMap(steps))
    steps.items = steps.items.flatMap((pair) =>
      isMap(pair.value) ? [pair, ...split.namedGateOf(pair)] : [pair],
    );
  const left = stepsOf(root).filter((step) => step.has('approval'));
  return {
    hasChanged: true,
    notes: [...split.notes, ...left.map((step) => problemAt(step, NO_PLACE))],
  };
}

const NO_PLACE =
  '`approval` of a step that runs beside others, or of a handler, has no counterpart here: add a step of `type: hitl` where it is to be asked';

class Splitter {
  readonly notes: Note[] = [];
  readonly #steps: readonly YAMLMap[];
  readonly #taken: Set<string>;
  readonly #isGraph: boolean;

  constructor(root: YAMLMap, isGraph: boolean) {
    this.#steps = stepsOf(root);
    const keys = itemsOf(root.get('steps', true)).map(({ key }) => textOf(key) ?? '');
    const names = this.#steps.flatMap((step) => [
      textOf(step.get('name', true)),
      textOf(step.get('id', true)),
    ]);
    this.#taken = new Set([...keys, ...names].map((name) => (name ?? '').toLowerCase()));
    this.#isGraph = isGraph;
  }

  /** The step that asks, behind one that has an `approval`. */
  gateOf(step: YAMLMap): readonly YAMLMap[] {
    const pair = pairOf(step, 'approval');
    if (pair === undefined) return [];
    const { name, ids } = this.#namesOf(step);
    return [this.#gate(step, { pair, name, ids })];
  }

  /** The same where steps are the values of their names. */
  namedGateOf({ key, value }: Pair): readonly Pair[] {
    const step = value as YAMLMap;
    const pair = pairOf(step, 'approval');
    if (pair === undefined) return [];
    const name = textOf(key) ?? '';
    const gate = this.#gate(step, { pair, name, ids: [name] });
    const gateName = gate.get('name', true);
    gate.delete('name');
    return [new Pair(gateName, gate)];
  }

  #namesOf(step: YAMLMap): { readonly name: string; readonly ids: readonly string[] } {
    const ids = ['name', 'id'].flatMap((key) => textOf(step.get(key, true)) ?? []);
    const [first] = ids;
    if (first !== undefined || !this.#isGraph) return { name: first ?? 'step', ids };
    const name = uniqueName('approved-step', this.#taken);
    step.items.unshift(new Pair(new Scalar('name'), textNode(name)));
    return { name, ids: [name] };
  }

  #gate(
    step: YAMLMap,
    {
      pair,
      name,
      ids,
    }: { readonly pair: Pair; readonly name: string; readonly ids: readonly string[] },
  ) {
    const { value } = pair;
    const approval = isMap(value) ? value : mapNode({});
    const isRewound = approval.has('rewind_to') || approval.has('rewindTo');
    for (const key of ['rewind_to', 'rewindTo']) approval.delete(key);
    step.items.splice(step.items.indexOf(pair), 1);
    const gateName = uniqueName(`${name}-approval`, this.#taken, (text, most) =>
      text.slice(0, most),
    );
    if (this.#isGraph) for (const other of this.#steps) dependOn(other, ids, gateName);
    this.notes.push(remarkAt(step, remarkOf(gateName, isRewound)));
    return mapNode({
      name: gateName,
      type: 'hitl',
      config: approval.items.length === 0 ? undefined : approval,
      depends: this.#isGraph ? listNode([textNode(name)]) : undefined,
    });
  }
}

function remarkOf(name: string, isRewound: boolean): string {
  const rewound = isRewound ? ' `rewind_to` is left out.' : '';
  return `\`approval\` became the step \`${name}\`, which asks when this one has ended. It is approved or rejected; it cannot be sent back.${rewound}`;
}

/** What waited for the step waits for its approval. */
function dependOn(step: YAMLMap, ids: readonly string[], gate: string): void {
  const depends = pairOf(step, 'depends')?.value;
  for (const one of isSeq(depends) ? depends.items : [depends])
    if (isScalar(one) && ids.includes(textOf(one) ?? '')) one.value = gate;
}
