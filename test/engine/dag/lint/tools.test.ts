import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

describe('unknown-dag', () => {
  it('looks at the tools of models as well', () => {
    const spec = (llm: string, own: string): string =>
      `llm: {provider: local, model: m, tools: [${llm}]}
steps:
  - {type: chat, messages: [{role: user, content: a}]}
  - {type: chat, llm: {provider: local, model: m, tools: [${own}]}, messages: [{role: user, content: a}]}
`;
    const found = (text: string): readonly string[] =>
      loadDag(text, {
        name: 'file',
        lint: { storedDags: new Set(['forecast']) },
      }).issues.map(({ line, message }) => `${line} ${message}`);

    expect(found(spec('forecast', './path.yaml, "${ANY}", forecast.yaml'))).toEqual([]);
    expect(found(spec('forecst', 'other'))).toEqual([
      '1 DAG `forecst` of `tools` not found: did you mean `forecast`?',
      '4 DAG `other` of `tools` not found',
    ]);
  });
});
