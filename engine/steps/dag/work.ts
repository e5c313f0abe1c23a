import type { CallWork, PlannedCall, WorkContext } from '../work.ts';
import { callParamsText, paramsText } from './call-params.ts';
import type { Expand } from '../expand-texts.ts';
import { itemsOf, type Item } from './items.ts';

/** The calls of a step: one, or one for each item of its `parallel`. */
export async function work(context: WorkContext): Promise<CallWork> {
  const { step, expand } = context;
  if (step.parallel === null) {
    const params = await callParamsText(step.callParams, expand);
    const calls = [{ target: await targetOf(context, expand), params }];
    return { kind: 'calls', calls, parallel: false, maxConcurrent: 1 };
  }
  const items = await itemsOf(step.parallel, expand);
  const calls = await Promise.all(items.map((item) => callOf(context, item)));
  return { kind: 'calls', calls, parallel: true, maxConcurrent: step.parallel.maxConcurrent };
}

function targetOf({ step }: WorkContext, expand: Expand): Promise<string> {
  return expand(step.call ?? step.commands[0] ?? '');
}

/** An item is the parameters of its call, unless the step writes parameters that speak of `${ITEM}`. */
async function callOf(context: WorkContext, item: Item): Promise<PlannedCall> {
  const { callParams } = context.step;
  const known = new Map([['ITEM', item.text]]);
  const expand: Expand = (text) => context.expand(text, known);
  const target = await targetOf(context, expand);
  if (callParams !== null) return { target, params: await callParamsText(callParams, expand) };
  const params = item.isObject ? item.text : paramsText([{ name: null, value: item.text }]);
  return { target, params };
}
