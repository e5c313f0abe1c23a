import { join } from 'node:path';

/** What must be found nowhere stands in each line of each secret. */
export const CANARY = 'xq7canary';

/** Characters that JSON, shells and patterns write in other ways. */
export const token = `${CANARY}-"one"\\Zwo three $(x)`;
export const key = [
  `-----BEGIN ${CANARY}`,
  `line "two" of ${CANARY} \\ and more of it`,
  `${CANARY} é ${'long '.repeat(60)}${CANARY}`,
  `-----END ${CANARY}`,
  '',
].join('\n');

/** Where the secrets come from. None of it lies in the home. */
export interface Sources {
  readonly keyFile: string;
  readonly dotenv: string;
  /** Exists; the steps leave their files there. */
  readonly workFolder: string;
}

/** Variables of the engine. Those whose names begin with `DAG_` reach every step by themselves. */
export const engineVariables = { DAG_CANARY_TOKEN: token, CANARY_PLAIN: token };

const asJson = `${process.execPath} -e 'console.log(JSON.stringify({t: process.env.TOKEN, k: process.env.KEY}))'`;

const head = ({ keyFile, dotenv, workFolder }: Sources): string => `
working_dir: ${workFolder}
dotenv: ${dotenv}
env:
  - COPY: \${CANARY_PLAIN}
secrets:
  - {name: TOKEN, provider: env, key: DAG_CANARY_TOKEN}
  - {name: KEY, provider: file, key: ${keyFile}}
params:
  - P: none
`;

// `echo` of some shells reads escapes, which makes another text of a secret.
/** Every way that a step has to say something. Most of them fail, which holds up none of the others. */
export const leaky = (sources: Sources): string => `type: graph
max_active_steps: 4
${head(sources)}
handler_on:
  init: {command: 'printf "%s\\n" "$TOKEN"; printf "%s\\n" "$KEY" >&2'}
  failure: {command: 'printf "%s\\n" "$OUT $DAG_RUN_STATUS"; printf "%s\\n" "$TOKEN" >&2; exit 1'}
  exit: {command: 'printf "%s\\n" "\${JSON.t} \${said.stdout}"'}
steps:
  - {name: said, id: said, command: 'printf "%s\\n" "$TOKEN"; printf "%s\\n" "$KEY"; printf "%s\\n" "$TOKEN$KEY" >&2'}
  - {name: pieces, command: 'printf %s "\${TOKEN%%one*}"; sleep 0.2; printf %s "\${TOKEN#*-?}"'}
  - {name: copied, stdout: out.txt, stderr: err.txt, command: 'printf "%s\\n" "$TOKEN"; printf "%s\\n" "$KEY" >&2'}
  - {name: merged, log_output: merged, command: 'printf "%s\\n" "$TOKEN"; printf "%s\\n" "$KEY" >&2', output: MERGED}
  - {name: put, command: 'printf "%s\\n" "$TOKEN $KEY"', output: OUT}
  - {name: json, command: "${asJson.replaceAll('"', '\\"')}", output: JSON}
  - {name: read, depends: [put, json], command: 'printf "%s\\n" "$OUT"; printf "%s\\n" "\${JSON.t} \${JSON.k}"'}
  - {name: given, command: 'printf "%s\\n" "$P $COPY $FROM_DOTENV $DAG_CANARY_TOKEN $SVC_PARAMS_JSON"'}
  - {name: asked, type: http, command: 'GET http://127.0.0.1:1/\${TOKEN}', config: {headers: {A: '\${TOKEN}'}, body: '\${KEY}'}}
  - {name: misasked, type: http, command: '\${TOKEN}'}
  - {name: script, script: 'printf "%s\\n" "$TOKEN" "$KEY"'}
  - {name: direct, shell: direct, command: 'echo \${TOKEN} \${KEY}'}
  - {name: env, env: [{A: '\${TOKEN}'}, {B: '\${CANARY_PLAIN}'}], command: 'printf "%s\\n" "$A $B"'}
  - {name: bad_env, env: [{A: '\`echo \${TOKEN} >&2; exit 1\`'}], command: 'true'}
  - {name: bad_text, env: [{A: '\`cat "/nowhere/\${TOKEN}"\`'}], command: 'true'}
  - {name: tail, command: 'printf "%s\\n" "$TOKEN" >&2; printf "%s\\n" "$KEY" >&2; exit 3'}
  - {name: no_program, shell: direct, command: '\${TOKEN}'}
  - {name: no_place, working_dir: '/proc/\${TOKEN}', command: 'true'}
  - {name: no_copy, stdout: '/proc/\${TOKEN}/x', command: 'true'}
  - {name: unmet, preconditions: [{condition: '\${KEY}', expected: 'not \${TOKEN}'}], command: 'true'}
  - {name: cut, preconditions: [{condition: '${'x'.repeat(188)}\${TOKEN}', expected: y}], command: 'true'}
  - {name: unasked, preconditions: ['printf "%s\\n" "$TOKEN"; printf "%s\\n" "$KEY" >&2; exit 1'], command: 'true'}
  - {name: matched, continue_on: {output: '\${TOKEN}'}, command: 'printf "%s\\n" "$TOKEN"; exit 1'}
  - {name: retried, retry_policy: {limit: 1, interval_sec: 0}, command: 'printf "%s\\n" "$TOKEN" >&2; exit 4'}
  - name: repeated
    repeat_policy: {repeat: until, condition: '\${ROUND}', expected: '\${TOKEN}', interval_sec: 0, limit: 2}
    command: 'printf "%s\\n" "$TOKEN"'
    output: ROUND
  - {name: sort, type: router, value: '\${TOKEN}', routes: {'re:one': routed, nothing: routed_not}}
  - {name: routed, command: 'printf "%s\\n" "$TOKEN"'}
  - {name: routed_not, command: 'true'}
  - {name: gate, type: hitl, config: {prompt: 'Is \${TOKEN} right?', input: [ANSWER]}}
  - {name: answered, depends: gate, command: 'printf "%s\\n" "$ANSWER"'}
  - {name: call, call: child, working_dir: 'at-\${TOKEN}', params: {GIVEN: '\${TOKEN}', K: '\${KEY}'}, output: RES}
  - {name: back, depends: call, command: 'printf "%s\\n" "\${RES.outputs.BACK}"; printf "%s\\n" "\${RES.outputs.DEEP}"; printf "%s\\n" "$RES"'}
  - {name: each, call: child, parallel: ['\${TOKEN}', {GIVEN: '\${TOKEN}', K: '\${KEY}'}], output: EACH}
  - {name: each_read, depends: each, command: 'printf "%s\\n" "$EACH"; printf "%s\\n" "\${EACH.outputs}"'}
  - {name: each_of, call: child, depends: json, parallel: '["\${TOKEN}"]'}
  - {name: no_dag, call: '\${TOKEN}'}
  - {name: no_path, call: './\${TOKEN}.yaml', params: 'GIVEN="\${KEY}"'}
---
name: child
params:
  - GIVEN: nothing
  - K: nothing
steps:
  - {name: show, command: 'printf "%s\\n" "$GIVEN $K"; printf "%s\\n" "$K" >&2', output: BACK}
  - {name: deeper, call: grandchild, params: {G: '\${GIVEN}', K: '\${K}'}, output: DEEP}
  - {name: fails, command: 'printf "%s\\n" "$GIVEN" >&2; exit 2', continue_on: failure}
---
name: grandchild
secrets:
  - {name: OWN, provider: env, key: CANARY_PLAIN}
params: [G: nothing, K: nothing]
steps:
  - {name: show, command: 'printf "%s\\n" "$G $K $OWN"', output: SHOWN}
`;

/** Definitions that end before their first step, or at a person's word. */
export const refused = (sources: Sources): string => `${head(sources)}
preconditions: [{condition: '\${TOKEN}', expected: '\${KEY}'}]
handler_on: {abort: {command: 'printf "%s\\n" "$TOKEN"; exit 1'}}
steps: [{command: 'true'}]
`;
export const unasked = (sources: Sources): string => `${head(sources)}
preconditions: [{condition: '\`echo \${TOKEN} >&2; exit 1\`', expected: x}]
steps: [{command: 'true'}]
`;
export const rejected = (sources: Sources): string => `${head(sources)}
handler_on: {wait: {command: 'printf "%s\\n" "$TOKEN"'}}
steps: [{name: gate, type: hitl, config: {prompt: '\${KEY}'}}]
`;
export const tooLarge = (sources: Sources): string => `max_output_size: 10
${head(sources)}
steps: [{name: large, command: 'printf "%s\\n" "$KEY"', output: LARGE}]
`;

/** A step that says it before and after the engine is killed, and one that is given the output then. */
export const killed = (sources: Sources): string => `${head(sources)}
steps:
  - name: sleeper
    output: OUT
    command: |
      printf "%s\\n" "$TOKEN"
      touch ${join(sources.workFolder, 'began')}
      until [ -e ${join(sources.workFolder, 'go')} ]; do sleep 0.02; done
      printf "%s\\n" "$TOKEN $KEY"
  - {name: next, command: 'printf "%s\\n" "$OUT"'}
  - {name: fails, command: 'printf "%s\\n" "$OUT" >&2; exit 1'}
`;
