import { globSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { anEngine, endOf, eventually } from '../../support/engine.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aLanguageModel } from '../../support/language-model.ts';
import { parentOf, programOf } from '../../support/step-program.ts';

const specOf = (url: string, folder: string): string => `working_dir: ${folder}
steps:
  - name: s
    type: chat
    llm: {provider: local, model: m, base_url: "${url}", tools: [wait]}
    messages: [{role: user, content: Wait}]
---
name: wait
working_dir: ${folder}
steps: ['until [ -e go ]; do sleep 0.05; done; echo gone']
`;

/** A chat whose model asks for a run that waits for a file, in an engine that can be killed. */
async function aWaitingChat() {
  const model = await aLanguageModel();
  model.toolCalls.push([{ name: 'wait', args: {} }]);
  const config = temporaryConfig();
  const engine = await forkEngine(config);
  const folder = temporaryFolder('wait');
  const start = async (): Promise<string> => {
    const spec = specOf(model.url, folder);
    return (await engine.call('runs.start', { name: 'chat', spec })).dagRunId;
  };
  const endInNextEngine = async (dagRunId: string) => {
    const run = await endOf({ engine: await anEngine({ config }), name: 'chat', dagRunId });
    return run.node('s');
  };
  return {
    model,
    config,
    engine,
    start,
    go: () => writeFileSync(join(folder, 'go'), ''),
    endInNextEngine,
  };
}

async function toolRuns(engine: ForkedEngine, dagRunId: string): Promise<void> {
  await eventually(async () => {
    const { dagRun } = await engine.call('runs.get', { name: 'chat', dagRunId });
    return dagRun.nodes[0]?.subRuns[0]?.statusLabel === 'running';
  }, 'the tool runs');
}

describe('a chat whose engine is killed', () => {
  it('goes on with the run of its tool in the next one', async () => {
    const { model, engine, start, go, endInNextEngine } = await aWaitingChat();
    const dagRunId = await start();
    await toolRuns(engine, dagRunId);
    await engine.kill();
    go();

    const { statusLabel, error, subRuns } = await endInNextEngine(dagRunId);

    expect({ statusLabel, error }).toEqual({ statusLabel: 'succeeded', error: '' });
    expect(subRuns.map((run) => run.statusLabel)).toEqual(['succeeded']);
    expect(model.asked).toHaveLength(2);
    expect(JSON.stringify(model.asked[1]?.body)).toContain('gone');
  });

  it('has its tool run by the next one where the model asked for it meanwhile', async () => {
    const { model, engine, start, go, endInNextEngine } = await aWaitingChat();
    const killed = Promise.withResolvers<boolean>();
    model.trouble = (_response, times) => (times === 1 ? killed.promise : false);
    const dagRunId = await start();
    await eventually(() => model.asked.length === 1, 'the model is asked');
    await engine.kill();
    killed.resolve(false);
    go();

    const { statusLabel, subRuns } = await endInNextEngine(dagRunId);

    expect(statusLabel).toBe('succeeded');
    expect(subRuns).toHaveLength(1);
    expect(model.asked).toHaveLength(2);
  });

  it('has its tool run by the next one where the call was stored and its run was not', async () => {
    const { config, engine, start, go, endInNextEngine } = await aWaitingChat();
    const dagRunId = await start();
    await toolRuns(engine, dagRunId);
    await engine.kill();
    const db = new SQLite(join(config.paths.dataDir, 'engine.db'));
    db.exec('UPDATE call SET child_id = NULL; DELETE FROM run WHERE parent_id IS NOT NULL');
    db.close();
    go();

    const { statusLabel, subRuns } = await endInNextEngine(dagRunId);

    expect(statusLabel).toBe('succeeded');
    expect(subRuns.map((run) => run.statusLabel)).toEqual(['succeeded']);
  });

  it('runs nothing more where somebody has replaced what it may run', async () => {
    const { model, config, engine, start, endInNextEngine } = await aWaitingChat();
    const killed = Promise.withResolvers<boolean>();
    model.trouble = (_response, times) => (times === 1 ? killed.promise : false);
    const dagRunId = await start();
    await eventually(() => model.asked.length === 1, 'the model is asked');
    await engine.kill();
    const [allowed = ''] = globSync('work/*/*.calls/allowed', { cwd: config.paths.dataDir });
    rmSync(join(config.paths.dataDir, allowed));
    symlinkSync('/etc/hostname', join(config.paths.dataDir, allowed));
    killed.resolve(false);

    const { statusLabel, subRuns } = await endInNextEngine(dagRunId);

    expect(statusLabel).toBe('succeeded');
    expect(subRuns.map(({ error }) => error)).toEqual(['the step names no such DAG']);
    expect(JSON.stringify(model.asked[1]?.body)).toContain('the step names no such DAG');
  });

  it('leaves no run of its tool when its launcher is killed as well', async () => {
    const { engine, start, endInNextEngine } = await aWaitingChat();
    const dagRunId = await start();
    await toolRuns(engine, dagRunId);
    await engine.kill();
    process.kill(parentOf(programOf({ dagRunId })), 'SIGKILL');

    const { statusLabel, error, subRuns } = await endInNextEngine(dagRunId);

    expect(statusLabel).toBe('failed');
    expect(error).toContain('exit unknown');
    expect(subRuns.map((run) => run.statusLabel)).toEqual(['aborted']);
  });
});
