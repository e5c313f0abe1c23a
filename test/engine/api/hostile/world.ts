import { runStatusCodes } from '../../../../engine/contract/status.ts';
import type { Known } from '../../../support/contract/any-request.ts';
import type { HostileRequest } from '../../../support/contract/hostile-request.ts';
import { eventually } from '../../../support/eventually.ts';
import { Accounts, type CallerName } from './accounts.ts';
import type { HostedEngine } from './hosted-engine.ts';

const PATIENCE_MS = 120_000;
const only = 'steps:\n  - name: only\n    ';
const child = `---\nname: child\n${only.replace('only', 'inner')}command: "true"\n`;
const definitions: Readonly<Record<string, string>> = {
  quick: `${only}command: echo hello\n    output: OUT\n`,
  gate: `${only}type: hitl\n`,
  extra: `${only}command: "true"\n`,
  parent: `${only}call: child\n${child}`,
};

/** Words of requests, in place of ids that only an engine knows. */
export const words: Known = {
  userId: ['the-user'],
  keyId: ['the-key'],
  subDAGRunId: ['the-sub-run'],
  base: ['', 'env:\n  - A: b\n'],
  params: ['a=1', '{"WHO":"eve"}', 'x'],
  ...Object.fromEntries(
    ['dags.start', 'dags.startSync', 'dags.enqueue', 'runs.start', 'runs.enqueue']
      .concat('runs.reschedule', 'webhooks.trigger')
      .map((operationId) => [`${operationId}/dagRunId`, ['new-run', 'new-run', 'one']]),
  ),
};

/** What there is on an engine to ask for: DAGs, runs that ended, wait and were called, accounts, a webhook. */
export class World {
  readonly #engine: HostedEngine;
  readonly #accounts: Accounts;
  #subRun = '';
  #webhook = '';
  #runs = 0;

  constructor(engine: HostedEngine) {
    this.#engine = engine;
    this.#accounts = new Accounts(engine);
  }

  async furnish(): Promise<void> {
    const { call } = this;
    await this.#repairDags();
    for (const name of ['quick', 'parent', 'gate']) {
      for (const dagRunId of ['one', 'two']) {
        await call('POST', `/dags/${name}/start-sync`, { dagRunId, timeout: 30 });
      }
    }
    const { dagRun } = (await call('GET', '/dag-runs/parent/one')) as RunOfParent;
    this.#subRun = dagRun.nodes[0]?.subRuns[0]?.dagRunId ?? '';
    const { token } = (await call('POST', '/dags/quick/webhook')) as { token: string };
    this.#webhook = `Bearer ${token}`;
    await this.#accounts.open();
  }

  /** Puts back what requests took away, and takes away what they left: so each finds about the same. */
  async fix(): Promise<void> {
    await this.#endRuns();
    await this.#repairDags();
    await this.#accounts.fix();
  }

  /** The header by which somebody sends a request; undefined: none. */
  authorizationOf(caller: CallerName, { operationId }: HostileRequest): string | undefined {
    if (operationId === 'webhooks.trigger' && caller !== 'nobody') return this.#webhook;
    return this.#accounts.authorizationOf(caller, operationId);
  }

  /** A request with the ids that its words stand for now. */
  named(request: HostileRequest): HostileRequest {
    const { target, body } = request;
    const { user, key } = this.#accounts.spare;
    const named = target
      .replace('the-user', user)
      .replace('the-key', key)
      .replace('the-sub-run', this.#subRun);
    this.#runs += 1;
    const told = typeof body === 'string' ? body.replace('new-run', `run-${this.#runs}`) : body;
    return { ...request, target: named, body: told };
  }

  readonly call = (method: string, path: string, body?: object): Promise<unknown> =>
    this.#engine.call(method, path, body);

  /** Runs that wait for a person, or for each other, would pile up. */
  async #endRuns(): Promise<void> {
    for (const name of Object.keys(definitions)) await this.call('POST', `/dags/${name}/stop-all`);
    await eventually(async () => (await this.#stopActive()) === 0, 'all runs end', PATIENCE_MS);
  }

  async #stopActive(): Promise<number> {
    let found = 0;
    for (const status of active) {
      const { dagRuns } = (await this.call('GET', `/dag-runs?status=${status}`)) as Runs;
      found += dagRuns.length;
      for (const run of dagRuns) {
        const [name, id] = [run.name, run.dagRunId].map(encodeURIComponent);
        await this.call('POST', `/dag-runs/${name}/${id}/stop`);
      }
    }
    return found;
  }

  async #repairDags(): Promise<void> {
    const { dags } = (await this.call('GET', '/dags?perPage=1000')) as Dags;
    for (const { fileName } of dags) {
      if (definitions[fileName] === undefined) {
        await this.call('DELETE', `/dags/${encodeURIComponent(fileName)}`);
      }
    }
    for (const [name, spec] of Object.entries(definitions)) {
      await this.call('POST', '/dags', { name, spec });
    }
  }
}

const active = [runStatusCodes.running, runStatusCodes.queued, runStatusCodes.waiting];

interface Runs {
  readonly dagRuns: readonly { readonly name: string; readonly dagRunId: string }[];
}

interface Dags {
  readonly dags: readonly { readonly fileName: string }[];
}

interface RunOfParent {
  readonly dagRun: {
    readonly nodes: readonly { readonly subRuns: readonly { readonly dagRunId: string }[] }[];
  };
}
