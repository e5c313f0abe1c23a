import type { Sample } from './samples.ts';

type Name = 'imports.plan' | 'imports.apply';

export const importSamples: { readonly [N in Name]: Sample<N> } = {
  'imports.plan': {
    input: ({ name }) => ({
      kind: 'dagu',
      files: [{ name: `${name}.yaml`, text: 'logDir: /tmp\nsteps: [echo]\n' }],
      all: { files: [`${name}.yaml`], dags: [] },
    }),
    refused: [{}, { kind: 'dagu', files: [] }, { kind: 'at', files: [{ name: 'a', text: '' }] }],
  },
  'imports.apply': {
    input: ({ name }) => ({ dags: [{ fileName: name, spec: 'steps: [echo hi]\n' }] }),
    refused: [{}, { dags: [] }, { dags: [{ fileName: '../up', spec: 'steps: [echo hi]\n' }] }],
  },
};
