import type { CallWork, WorkContext } from '../work.ts';
import { callParamsText, paramsText } from './call-params.ts';
import { itemsOf, type Item } from './items.ts';

/** The calls of a step: one, or one for each item of its `parallel`. */
export async function work(context: WorkContext): Promise<CallWork> {
  const { step, expand } = context;
  const target = await expand(step.call ?? step.commands[0] ?? '');
  if (step.parallel === null) {
    const params = await callParamsText(step.callParams, expand);
    return { kind: 'calls', target, calls: [{ params }], parallel: false, maxConcurrent: 1 };
  }
  const items = await itemsOf(step.parallel, expand);
  const calls = await Promise.all(
    items.map(async (item) => ({ params: await paramsOf(context, item) })),
  );
  return {
    kind: 'calls',
    target,
    calls,
    parallel: true,
    maxConcurrent: step.parallel.maxConcurrent,
  };
}

/** An item is the parameters of its call, unless the step writes parameters that speak of `${ITEM}`. */
async function paramsOf({ step, expand }: WorkContext, item: Item): Promise<string> {
  if (step.callParams === null) {
    return item.isObject ? item.text : paramsText([{ name: null, value: item.text }]);
  }
  const known = new Map([['ITEM', item.text]]);
  return callParamsText(step.callParams, (text) => expand(text, known));
}
