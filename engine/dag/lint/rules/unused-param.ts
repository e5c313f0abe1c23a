import type { ParamDefinition } from '../../definition.ts';
import type { Range, SourceNode } from '../../source/source-node.ts';
import { quoted } from '../../source/source-node.ts';
import { readsEnvironment } from '../known-variables.ts';
import type { LintRule } from '../lint-rule.ts';
import { locate } from '../step-references.ts';

export const unusedParam: LintRule = {
  code: 'unused-param',
  title: 'A parameter that nothing reads',
  why:
    'People fill it in and it changes nothing: mostly a name that was mistyped or a step that is gone. Every word of the ' +
    'file counts as a use, comments included. Nothing is reported where a step starts a script file, a build tool or `env`, ' +
    'for these may read any variable.',
  mend: 'Use it, remove it, or name it in a comment that says what reads it.',
  wrong: `params:
  - REGION: north
  - LIMIT: 10
steps:
  - command: echo "report of $REGION"
`,
  right: `params:
  - REGION: north
  - LIMIT: 10
steps:
  - command: echo "report of $REGION, first $LIMIT lines"
`,
  find: (document) => {
    const { dag, given, words, file } = document;
    const at = given.get('params')?.value;
    const unread = dag.params.filter(
      ({ name, positional, source }) => !positional && source !== 'base' && words.count(name) < 2,
    );
    // The other way to read them all.
    if (!at || unread.length === 0 || words.count('SVC_PARAMS_JSON') > 0) return [];
    if (readsEnvironment(document)) return [];
    return unread.map((param) => ({
      range: definedAt(at, param, file.text),
      message: `nothing reads the parameter ${quoted(param.name)}`,
    }));
  },
};

function definedAt(node: SourceNode, { name }: ParamDefinition, text: string): Range {
  const items = node.kind === 'list' ? node.items : [node];
  for (const item of items) {
    const key = item.kind === 'map' ? item.entries.find((one) => one.key.text === name)?.key : null;
    if (key) return key;
  }
  return locate(name, node, text);
}
