import { stepAt } from '../../dag/run-steps.ts';
import { detailOf, type NodeDetail } from '../../storage/nodes.ts';
import type { RunServices } from './run-services.ts';

/** More names tell a person nothing. */
const MAX_NAMES = 10;

/** Notes at a step parameters that do not arrive in a run that it calls, each with the reason. A thousand calls say the same. */
export function noteLeftOut(run: RunServices, position: number, names: readonly string[]): void {
  const node = run.state.nodes[position];
  if (node === undefined) return;
  const { leftOut = [], ...detail } = detailOf(node);
  const all = [...new Set([...leftOut, ...names.map(run.vault().mask)])];
  if (all.length === leftOut.length || leftOut.length > MAX_NAMES) return;
  const kept = all.length > MAX_NAMES ? [...all.slice(0, MAX_NAMES), 'and more'] : all;
  const fresh = kept.slice(leftOut.length).join(', ');
  run.log('parameters left out', { step: stepAt(run.state.dag, position).name, names: fresh });
  const noted: NodeDetail = { ...detail, leftOut: kept };
  const { save, after } = run.state.change(position, { detail: JSON.stringify(noted) });
  run.writes.commit(save, () => run.changed(after));
}
