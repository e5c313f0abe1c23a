import { shortened } from '../../dag/shortened.ts';
import { COOKIE } from '../../platform/step-cookie.ts';
import type { StepProcesses } from '../../platform/step-processes.ts';
import type { NodeFact } from '../../storage/nodes.ts';

/** More of them tell a person nothing. */
const MAX_NAMED = 5;

/**
 * What is told of programs that a step has left running and that end with it: the step may succeed and have printed
 * nothing, and whoever started a server in it wonders where that is.
 */
export function leftFact(
  pids: readonly number[],
  { programOf }: Pick<StepProcesses, 'programOf'>,
  mask: (text: string) => string,
): NodeFact {
  const named = pids
    .slice(0, MAX_NAMED)
    .map((pid) => `${shortened(mask(programOf(pid)))} (process ${pid})`.trimStart());
  const more = pids.length > MAX_NAMED ? [`${pids.length - MAX_NAMED} more`] : [];
  return {
    name: 'ended',
    value: `${[...named, ...more].join(', ')}. ${HOW_TO_KEEP}`,
  };
}

const HOW_TO_KEEP =
  'A program ends with its step. To keep it running, start it with ' +
  `\`env -u ${COOKIE} setsid\` and redirect its output.`;
