import type { FieldSet } from '../../dag/fields/field.ts';
import { boolean } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { parseReference } from '../../step-programs/gha/reference.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

/** What is printed of an action. */
export interface GhaConfig {
  readonly outputsOnly: boolean;
}

const config: FieldSet<GhaConfig> = {
  what: 'config of a `gha` step',
  fields: {
    outputsOnly: {
      key: 'outputs_only',
      about:
        'Print only the outputs of the action, as one JSON object. The rest of its output goes to standard error.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<GhaConfig> = {
  name: 'gha',
  aliases: ['github_action', 'github-action'],
  about:
    'Runs an action of GitHub: composite, JavaScript or in a container. Experimental: workflows and their services are not part of it.',
  takes: ['command', 'params', 'config'],
  needs: [['command']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: checkAction,
  readers: () => [{ kind: 'engine' }],
  autoName: 'action',
  example: `working_dir: /srv/shop
secrets:
  - { name: GITHUB_TOKEN, provider: env, key: GITHUB_TOKEN }
steps:
  - name: tag
    type: gha
    command: actions/github-script@v8
    params:
      script: return context.runId
      result-encoding: string
  - name: version
    type: github_action
    command: ./.github/actions/next-version
    params: { bump: minor }
    config: { outputs_only: true }
    output: VERSION
  - name: tell
    command: echo "next is \${VERSION.version}"
`,
};

/** An action that is named without references can be looked at now. */
function checkAction(
  { given, values }: StepDraft,
  _config: GhaConfig | null,
  report: Report,
): void {
  const [first, ...more] = values.commands;
  const at = given.get('command')?.value;
  if (at === undefined || first === undefined) return;
  if (more.length > 0) {
    report.error(at, '`command` of `type: gha` must be a single text: the action');
    return;
  }
  const params = given.get('params')?.value;
  if (params !== undefined && params.kind !== 'map') {
    report.error(params, '`params` of `type: gha` must be a map: the inputs of the action');
  }
  if (/[$`]/.test(first.text)) return;
  try {
    parseReference(first.text);
  } catch (error) {
    report.error(at, (error as Error).message);
  }
}
