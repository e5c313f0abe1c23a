import { describe, expect, it } from 'vitest';
import { turnOlderForms } from '../../../../engine/dag/import/turn-older-forms.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

const dags = new Map(
  Object.entries({
    child: 'child',
    'nightly load': 'nightly-load',
    'nightly-load': 'nightly-load',
  }),
);
const lint = { storedDags: new Set(dags.values()) };
const load = (text: string) => Promise.resolve(loadDag(text, { name: 'it', lint }).issues);
const turn = (text: string) => turnOlderForms(text, load, dags);
const steps = (...lines: readonly string[]) =>
  `steps:\n${lines.map((line) => `  ${line}\n`).join('')}`;

/** What is written, and the lines that stand in its place; `text` is compared without spaces within braces. */
type Row = readonly [what: string, before: string, after: string];

const plain = (text: string) => text.replace(/([[{]) /g, '$1').replace(/ ([\]}])/g, '$1');

describe('a definition of Dagu that does the same here', () => {
  it.each<Row>([
    ['`run` with the name of a DAG', steps('- run: child'), steps('- call: child')],
    [
      'with parameters for it',
      steps('- run: child', '  params: "DAY=1"'),
      steps('- call: child', '  params: "DAY=1"'),
    ],
    ['with its file', steps('- run: jobs/child.yaml'), steps('- call: child')],
    ['`call` of a file in a folder', steps('- call: jobs/child'), steps('- call: child')],
    ['`call` of a file beside it', steps('- call: ./child.yaml'), steps('- call: ./child.yaml')],
    ['a name that it cannot have', steps('- call: nightly load'), steps('- call: nightly-load')],
    [
      'a called DAG for each item',
      steps('- run: ${ITEM}', '  parallel: [child, nightly-load]'),
      steps('- call: ${ITEM}', '  parallel: [child, nightly-load]'),
    ],
    [
      'a name in single quotes with nothing beside it, and quotes without a name',
      `params: A=1\n${steps("- command: echo '${A}' '$B x'", "- command: awk '{print $1}' a")}`,
      `params: A=1\n${steps("- command: echo '${A}' '$B x'", "- command: awk '{print $1}' a")}`,
    ],
    [
      'arguments of the shell',
      'shell: bash\nshell_args: [-e, -u]\nsteps: [echo]\n',
      'shell:\n  - bash\n  - -e\n  - -u\nsteps: [echo]\n',
    ],
    [
      'a failure after which it goes on',
      steps('- command: ls', '  continueOn: {failed: true}'),
      steps('- command: ls', '  continue_on: {failure: true}'),
    ],
    ['labels', 'labels: team=ops\nsteps: [echo]\n', 'tags: team=ops\nsteps: [echo]\n'],
    [
      'a condition that is a command',
      'preconditions:\n  - command: test -d /srv\nsteps: [echo]\n',
      'preconditions:\n  - condition: test -d /srv\nsteps: [echo]\n',
    ],
    [
      'a condition of a step',
      steps('- command: ls', '  precondition:', '    command: "`id -u`"', '    expected: "0"'),
      steps('- command: ls', '  preconditions:', '    condition: "`id -u`"', '    expected: "0"'),
    ],
    [
      'a container that is removed',
      steps(
        '- command: ls',
        '  executor:',
        '    type: docker',
        '    config: {image: alpine, autoRemove: true}',
      ),
      steps('- command: ls', '  type: docker', '  config: {image: alpine}'),
    ],
    [
      'a container that is kept',
      steps('- command: ls', '  executor: {type: docker, config: {image: a, autoRemove: false}}'),
      steps('- command: ls', '  type: docker', '  config: {image: a, keep_container: true}'),
    ],
    ...(['always', 'missing', 'never'] as const).map((policy): Row => [
      `\`pull: ${policy}\``,
      steps(
        '- command: ls',
        '  type: docker',
        `  config: {image: a, pull: ${policy}, auto_remove: true}`,
      ),
      steps('- command: ls', '  type: docker', `  config: {image: a, pull_policy: ${policy}}`),
    ]),
    [
      '`pull: true`',
      steps(
        '- command: ls',
        '  type: docker',
        '  config: {image: a, pull: true, autoRemove: true}',
      ),
      steps('- command: ls', '  type: docker', '  config: {image: a, pull_policy: always}'),
    ],
    [
      '`pull: false`',
      steps(
        '- command: ls',
        '  type: docker',
        '  config: {image: a, pull: false, autoRemove: true}',
      ),
      steps('- command: ls', '  type: docker', '  config: {image: a, pull_policy: never}'),
    ],
    [
      'folders of the host',
      steps(
        '- command: ls',
        '  type: docker',
        '  config: {image: a, autoRemove: true, host: {binds: ["/srv:/srv:ro"]}}',
      ),
      steps('- command: ls', '  type: docker', '  config: {image: a, volumes: ["/srv:/srv:ro"]}'),
    ],
    [
      'settings of the container',
      steps(
        '- command: ls',
        '  type: docker',
        '  config:',
        '    image: a',
        '    autoRemove: true',
        '    container: {env: [A=1], workingDir: /w, user: "7"}',
        '    network: {}',
      ),
      steps(
        '- command: ls',
        '  type: docker',
        '  config:',
        '    image: a',
        '    env: [A=1]',
        '    working_dir: /w',
        '    user: "7"',
      ),
    ],
    [
      'a container that runs',
      steps(
        '- command: df',
        '  executor:',
        '    type: docker',
        '    config: {containerName: db, exec: {user: root, workingDir: /d, env: [B=2]}}',
      ),
      steps(
        '- command: df',
        '  type: docker',
        '  config: {exec: db, user: root, working_dir: /d, env: [B=2]}',
      ),
    ],
    [
      'a container that runs, of which nothing was pulled or removed',
      steps(
        '- command: df',
        '  executor:',
        '    type: docker',
        '    config: {containerName: db, pull: always, autoRemove: false, exec: {User: root}}',
      ),
      steps('- command: df', '  type: docker', '  config: {exec: db, user: root}'),
    ],
    [
      'settings of a host in any spelling',
      steps(
        '- command: ls',
        '  executor:',
        '    type: docker',
        '    config: {image: a, autoRemove: true, host: {Binds: [/a:/b], NetworkMode: host}}',
      ),
      steps(
        '- command: ls',
        '  type: docker',
        '  config: {image: a, volumes: [/a:/b], network: host}',
      ),
    ],
    [
      'certificates that are not checked',
      steps(
        '- command: GET https://a.b',
        '  executor: {type: http, config: {skipTLSVerify: true}}',
      ),
      steps('- command: GET https://a.b', '  type: http', '  config: {tls_skip_verify: true}'),
    ],
    [
      'the address of a host',
      steps('- command: ls', '  executor: {type: ssh, config: {ip: h, user: u, key: k}}'),
      steps('- command: ls', '  type: ssh', '  config: {host: h, user: u, key: k}'),
    ],
    [
      'settings of a type by `with`',
      steps('- command: ls', '  type: ssh', '  with: {host: h, user: u, key: k}'),
      steps('- command: ls', '  type: ssh', '  config: {host: h, user: u, key: k}'),
    ],
    [
      'a request',
      steps(
        '- action: http.request',
        '  with: {method: POST, url: "https://a.b/c", timeout: 5, body: "{}"}',
      ),
      steps('- type: http', '  command: POST https://a.b/c', '  config: {timeout: 5, body: "{}"}'),
    ],
    [
      'a request without a method',
      steps('- action: http.request', '  with: {url: "https://a.b"}'),
      steps('- type: http', '  command: GET https://a.b'),
    ],
    [
      'a remote command',
      steps('- action: ssh.run', '  with: {host: h, user: u, key: k, command: uptime}'),
      steps('- type: ssh', '  command: uptime', '  config: {host: h, user: u, key: k}'),
    ],
    [
      'a command in a container',
      steps('- action: docker.run', '  with: {image: a, command: ls, pull: always}'),
      steps('- type: docker', '  command: ls', '  config: {image: a, pull_policy: always}'),
    ],
    [
      'a query',
      steps('- action: postgres.query', '  with: {dsn: "${DSN}", query: select 1}'),
      steps('- type: postgres', '  command: select 1', '  config: {dsn: "${DSN}"}'),
    ],
    [
      'a query of a file',
      steps('- action: sqlite.query', '  with: {dsn: a.db, query: select 1}'),
      steps('- type: sqlite', '  command: select 1', '  config: {dsn: a.db}'),
    ],
    [
      'a filter of data',
      steps('- action: jq.filter', '  with: {filter: .n + 1, data: {n: 41, s: "7"}}'),
      steps('- type: jq', '  command: .n + 1', '  script: \'{"n":41,"s":"7"}\''),
    ],
    [
      'a filter of an output',
      steps('- action: jq.filter', '  with: {filter: .a, input: "${OUT}", raw: true}'),
      steps('- type: jq', '  command: .a', '  script: "${OUT}"', '  config: {raw: true}'),
    ],
    [
      'a call',
      steps('- action: dag.run', '  with: {dag: jobs/child, params: {A: 010}}'),
      steps('- call: child', '  params: {A: 010}'),
    ],
    [
      'a question without a form',
      steps('- id: ask', '  action: human.task', '  with: {prompt: Go on?}'),
      steps('- id: ask', '  type: hitl', '  config:', '    prompt: Go on?'),
    ],
    [
      'a mail',
      steps('- action: mail.send', '  with: {from: a@b.c, to: d@e.f, subject: s, message: m}'),
      steps('- type: mail', '  config: {from: a@b.c, to: d@e.f, subject: s, message: m}'),
    ],
    ...(['create', 'extract', 'list'] as const).map((what): Row => [
      `\`archive.${what}\``,
      steps(
        `- action: archive.${what}`,
        `  with: {source: a.tgz${what === 'list' ? '' : ', destination: b.tgz'}}`,
      ),
      steps(
        '- type: archive',
        `  command: ${what}`,
        `  config: {source: a.tgz${what === 'list' ? '' : ', destination: b.tgz'}}`,
      ),
    ]),
    [
      'an upload to a bucket',
      steps('- action: s3.upload', '  with: {bucket: b, key: k, source: f}'),
      steps('- type: s3', '  command: upload', '  config: {bucket: b, key: k, source: f}'),
    ],
    [
      'a list of a bucket',
      steps('- action: s3.list', '  with: {bucket: b, prefix: p/}'),
      steps('- type: s3', '  command: list', '  config: {bucket: b, prefix: p/}'),
    ],
    [
      'a transfer',
      steps(
        '- action: sftp.download',
        '  with: {host: h, user: u, key: k, source: a, destination: b}',
      ),
      steps(
        '- type: sftp',
        '  config: {host: h, user: u, key: k, source: a, destination: b, direction: download}',
      ),
    ],
    [
      'a command of redis',
      steps('- action: redis.set', '  with: {host: h, key: k, value: v}'),
      steps('- type: redis', '  config: {host: h, key: k, value: v, command: SET}'),
    ],
    [
      'a question to a model',
      steps('- action: chat.completion', '  with: {provider: local, model: m, prompt: Hi}'),
      steps(
        '- type: chat',
        '  messages:',
        '    - role: user',
        '      content: Hi',
        '  llm: {provider: local, model: m}',
      ),
    ],
    [
      'words without a shell',
      steps('- action: exec', '  with: {command: /bin/echo, args: [a b, "$X", 3]}'),
      steps('- shell: direct', '  command: /bin/echo "a b" "$X" 3'),
    ],
    ['nothing', steps('- action: noop'), steps('- command: "true"')],
    [
      'a message',
      `params: A=1\n${steps('- action: log.write', '  with: {message: \'It is "${A}", `id` $(id) $5\'}')}`,
      `params: A=1\n${steps('- command: printf \'%s\\n\' "It is \\"${A}\\", \\`id\\` \\$(id) \\$5"')}`,
    ],
    [
      'a pause',
      steps('- action: wait.duration', '  with: {duration: 1h30m}'),
      steps('- command: sleep 5400'),
    ],
    [
      'defaults, also of steps that are texts and of handlers',
      'defaults: {timeout_sec: 3, env: {A: 1}, preconditions: "test -d /"}\nsteps:\n  - echo hi\n' +
        '  - {command: ls, timeout_sec: 0, env: [B: 2], preconditions: [{condition: ls}]}\n' +
        'handlerOn: {exit: {command: bye}}\n',
      'steps:\n  - command: echo hi\n    timeout_sec: 3\n    env: {A: 1}\n    preconditions: "test -d /"\n' +
        '  - {command: ls, timeout_sec: 0, env: [{A: 1}, {B: 2}], preconditions: ["test -d /", {condition: ls}]}\n' +
        'handler_on: {exit: {command: bye, timeout_sec: 3, env: {A: 1}, preconditions: "test -d /"}}\n',
    ],
    [
      'defaults in camel case, of which a question takes what it can have',
      'type: graph\ndefaults: {retryPolicy: {limit: 2, intervalSec: 1}, continueOn: {failure: true}}\n' +
        'steps: [{name: a, command: ls}, {name: b, action: human.task, with: {prompt: ok}}]\n',
      'type: graph\nsteps: [{name: a, command: ls, retry_policy: {limit: 2, interval_sec: 1}, continue_on: {failure: true}}, ' +
        '{name: b, type: hitl, config: {prompt: ok}, continue_on: {failure: true}}]\n',
    ],
    [
      'a custom action, with its defaults and what the step says itself',
      'actions:\n  greet:\n    description: Says hello.\n    input_schema: {type: object, properties: {who: {}, n: {default: 3}}}\n' +
        '    template:\n      action: log.write\n      with: {message: "{{ .input.who }} {{json .input.n}}"}\n      env: [X: "{{- .input.who -}}"]\n      timeout_sec: {$input: n}\n' +
        'steps:\n  - {name: one, action: greet, with: {who: Ada}, env: [Y: 2]}\n',
      'steps:\n  - {name: one, env: [{X: "Ada"}, {Y: 2}], description: Says hello., command: printf \'%s\\n\' "Ada 3", timeout_sec: 3}\n',
    ],
    [
      'a type of steps of its own',
      'step_types:\n  get: {type: http, input_schema: {}, template: {command: "GET {{ .input.url }}", with: {timeout: 5}}}\n' +
        'steps:\n  - {type: get, with: {url: "https://a.b"}}\n',
      'steps:\n  - {type: http, command: "GET https://a.b", config: {timeout: 5}}\n',
    ],
    [
      'a program with its arguments',
      steps('- exec: {command: /bin/echo, args: [a b, 3]}'),
      steps('- shell: direct', '  command: /bin/echo "a b" 3'),
    ],
    [
      'values by their kind',
      'params: {A: 1}\nenv: {B: 2}\nconsts: {C: three}\nsteps:\n  - command: echo "${params.A} ${{ env.B }} ${consts.C} ${run.id} ${dag.name} \\${params.A}"\n',
      'params: {A: 1}\nenv: {B: 2}\nsteps:\n  - command: echo "${A} ${B} three ${DAG_RUN_ID} ${DAG_NAME} \\${params.A}"\n',
    ],
    [
      'a file that is read',
      steps('- action: file.read', '  with: {path: a b, format: raw}'),
      steps('- type: shell', '  shell: sh', '  command: cat -- "a b"'),
    ],
    [
      'a template of values, in which nothing else is filled in',
      `params: A=1\n${steps('- action: template.render', '  with: {template: "{{ .n.x }}: $A ${params.A} `id` {{json .l}}", data: {n: {x: "$A"}, l: [1]}}')}`,
      `params: A=1\n${steps('- type: shell', '  shell: sh', '  script: "printf \'%s\' \\"$A: \\\\$A \\\\${params.A} \\\\`id\\\\` [1]\\""')}`,
    ],
    [
      'a folder that is made',
      steps('- action: file.mkdir', '  with: {path: ~/x, mode: "0700"}'),
      steps(
        '- type: shell',
        '  shell: sh',
        '  command: (umask 027 && mkdir -p -- "$HOME/x") && chmod 0700 -- "$HOME/x"',
      ),
    ],
    [
      'handlers',
      'handler_on:\n  exit:\n    action: log.write\n    with: {message: bye}\nsteps: [echo]\n',
      'handler_on:\n  exit:\n    command: printf \'%s\\n\' "bye"\nsteps: [echo]\n',
    ],
  ])('%s', async (_, before, after) => {
    const { text, remarks, problems } = await turn(before);

    expect(problems).toEqual([]);
    expect(plain(text)).toBe(after);
    expect(remarks).toEqual([]);
  });
});

it('turns each document, and calls those of the same file', async () => {
  const { text } = await turn(
    'steps:\n  - run: inner part\n---\nname: inner part\nsteps:\n  - run: ls\n',
  );

  expect(text).toBe(
    'steps:\n  - call: inner-part\n---\nname: inner-part\nsteps:\n  - command: ls\n',
  );
});
