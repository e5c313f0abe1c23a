import { quoted, type Range } from '../../source/source-node.ts';
import { stepsOf, valueAt, type LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const shadowedSecret: LintRule = {
  code: 'shadowed-secret',
  title: 'A secret that another value overrides',
  why:
    'A parameter or an output of the same name replaces it in every step that sees it, and those values are shown ' +
    'and stored in the clear.',
  fix: 'Rename one of them.',
  wrong: `secrets:
  - name: TOKEN
    provider: env
    key: API_TOKEN
params:
  - TOKEN: none
steps:
  - command: test -n "$TOKEN"
`,
  right: `secrets:
  - name: TOKEN
    provider: env
    key: API_TOKEN
params:
  - TOKEN_KIND: none
steps:
  - command: test -n "$TOKEN" && echo "$TOKEN_KIND"
`,
  find: (document) => {
    const { secrets, params } = document.dag;
    const names = new Set(params.map(({ name }) => name));
    return secrets.flatMap(({ name }): Finding[] => {
      const maker = stepsOf(document).find(({ step }) => step.output?.name === name);
      if (!names.has(name) && !maker) return [];
      const what = names.has(name) ? 'a parameter' : 'an output';
      const other = maker
        ? valueAt(maker, 'output')
        : (document.given.get('params')?.value ?? START);
      const message = `${what} of the same name overrides the secret ${quoted(name)}`;
      return [{ range: secretAt(document, name) ?? other, message }];
    });
  },
};

const START: Range = { start: 0, end: 0 };

/** Undefined: it is a secret of base.yaml. */
function secretAt({ given }: LintDocument, name: string): Range | undefined {
  const list = given.get('secrets')?.value;
  const items = list?.kind === 'list' ? list.items : [];
  return items
    .flatMap((item) => (item.kind === 'map' ? item.entries : []))
    .filter(({ key }) => key.text === 'name')
    .map(({ value }) => value)
    .find((value) => value.kind === 'scalar' && value.text === name);
}
