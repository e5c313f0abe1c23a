import type { FieldSet } from '../../dag/fields/field.ts';
import type { TextOrJson } from '../../dag/definition.ts';
import { boolean, integer } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import { textMap, type TextEntry } from '../../dag/fields/text-map-field.ts';
import { textOrJson } from '../../dag/fields/text-or-json.ts';
import type { Report } from '../../dag/source/report.ts';
import { quoted } from '../../dag/source/source-node.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';
import { mayBeRequest } from './request-line.ts';

/** What is sent, unexpanded, and how the answer is shown. */
export interface HttpConfig {
  readonly headers: readonly TextEntry[];
  readonly query: readonly TextEntry[];
  readonly body: TextOrJson;
  readonly timeoutSec: number;
  readonly silent: boolean;
  readonly json: boolean;
  readonly skipVerify: boolean;
}

/** A timer of Node takes no more: 24 days. */
const MAX_TIMEOUT_SEC = 2_147_483;

const config: FieldSet<HttpConfig> = {
  what: 'config of an `http` step',
  fields: {
    headers: {
      key: 'headers',
      about: 'Headers of the request.',
      type: textMap,
      fallback: [],
    },
    query: {
      key: 'query',
      about: 'Parameters to encode and add to the query of the URL.',
      type: textMap,
      fallback: [],
    },
    body: {
      key: 'body',
      about:
        'Body of the request: text, or a map or list that is sent as JSON. Values of variables are text in it, whatever they contain.',
      type: textOrJson,
      fallback: { kind: 'text', text: '' },
    },
    timeoutSec: {
      key: 'timeout',
      about: 'Time limit in seconds for the complete response; 0 means none.',
      type: integer({ min: 0, max: MAX_TIMEOUT_SEC }),
      fallback: 0,
    },
    silent: {
      key: 'silent',
      about: 'Print only the body of the response, without its status and headers.',
      type: boolean,
      fallback: false,
    },
    json: {
      key: 'json',
      about: 'Print the response as a JSON object with `status_code`, `headers` and `body`.',
      type: boolean,
      fallback: false,
    },
    skipVerify: {
      key: 'tls_skip_verify',
      about:
        'Accept any certificate of the server. Anyone in between can then read and change all data.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<HttpConfig> = {
  name: 'http',
  aliases: [],
  about: 'Sends an HTTP request and prints the response. The step fails unless the status is 2xx.',
  takes: ['command', 'config'],
  needs: [['command']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: checkRequest,
  readers: ({ commands }) => commands.map(() => ({ kind: 'engine' })),
  autoName: 'http',
  example: `params:
  - API: https://api.example.com
steps:
  - name: order
    type: http
    command: POST \${API}/orders
    config:
      headers: { X-Shop: north }
      query: { urgent: true }
      body: { item: tea, count: 2 }
      timeout: 30
      silent: true
    output: ORDER
  - name: look
    type: http
    command: GET \${API}/orders/\${ORDER.id}
    config:
      json: true
      tls_skip_verify: false
`,
};

function checkRequest(
  { given, values }: StepDraft,
  _config: HttpConfig | null,
  report: Report,
): void {
  const command = given.get('command');
  if (!command) return;
  const [only] = values.commands;
  if (command.value.kind === 'list' || only === undefined) {
    report.error(
      command.value,
      '`command` of `type: http` must be a single text: `<METHOD> <URL>`',
    );
  } else if (!mayBeRequest(only.text)) {
    const rule = 'must be `<METHOD> <URL>`, such as `GET https://example.com/`';
    report.error(only, `\`command\` of \`type: http\` ${rule}, got ${quoted(only.text)}`);
  }
}
