import type { Measure } from '../measure.ts';
import { costOfSteps } from './steps.ts';

const COUNT = 200;

/** Calls of a DAG of one step that does nothing, one after another, beside as many plain steps. */
export const calls: Measure = {
  name: 'calls',
  figures: [
    {
      key: 'calls.call',
      title: `chain of ${COUNT}: a call of a DAG of one step`,
      unit: 'ms',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
    {
      key: 'calls.steps',
      title: 'that call in plain steps',
      unit: '',
      better: 'lower',
      budget: 2,
      peerThen: null,
    },
  ],

  // The peer reads calls within a file in another way.
  oursAlone: true,

  async take(server) {
    const plain = await costOfSteps(server, { name: 'bench-plain', count: COUNT, head: '' });
    const calling = { name: 'bench-calls', count: COUNT, head: '', spec: callingSpec };
    const { step } = await costOfSteps(server, calling);
    return { 'calls.call': step, 'calls.steps': step / plain.step };
  },
};

const callingSpec = `steps:\n${'  - call: called\n'.repeat(COUNT)}---\nname: called\nsteps:\n  - command: "true"\n`;
