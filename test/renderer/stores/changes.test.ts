import { describe, expect, it } from 'vitest';
import { compared } from '../../engine/dag/compare/compare.ts';
import { changeGroups } from '../../../renderer/components/changes/change-lines.ts';
import { createChangesStore } from '../../../renderer/features/dags/changes/changes-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const none = compared(null, null);

describe('the summary of what a text changes', () => {
  function aSummary() {
    const engine = scriptedEngine({ 'dags.changes': () => none });
    return { engine, store: createChangesStore(engine.connection, 'etl') };
  }

  it('is that of the two texts, and stays until the next answer', async () => {
    const { engine, store } = aSummary();
    expect(store.getState()).toMatchObject({ changes: undefined, problem: undefined });

    await store.getState().show('one', 'two');
    expect(engine.asked('dags.changes')).toEqual([
      { fileName: 'etl', against: 'one', spec: 'two' },
    ]);
    expect(store.getState()).toMatchObject({ changes: none, problem: undefined });

    engine.refuse('dags.changes', 'The text is too large.');
    await store.getState().show('one', 'three');
    expect(store.getState()).toMatchObject({ changes: none, problem: 'The text is too large.' });
  });

  it('drops an answer to texts that others followed', async () => {
    const { engine, store } = aSummary();
    const late = engine.hold('dags.changes');

    const first = store.getState().show('one', 'two');
    await store.getState().show('one', 'three');
    late.resolve({ ...none, change: 'changed' });
    await first;

    expect(store.getState().changes?.change).toBe('none');
  });
});

describe('the lines of the summary', () => {
  it('name each change with what it was and is', () => {
    const before = 'schedule: 0 1 * * *\nparams: {A: 1}\nsteps: [{name: a, command: tool one two}]';
    const after = `schedule: CRON_TZ=Asia/Tokyo 0 2 * * *
timeout_sec: 5
params: {A: 2}
steps:
  - name: b
    command: tool one two
    retry_policy: { limit: 3, interval_sec: 1 }
  - name: c
    script: "ls\\npwd\\n"
`;
    const groups = changeGroups(compared(before, after), false);
    const texts = groups.map(({ title, lines }) => [
      title,
      ...lines.map(({ mark, name, value, times, isPart }) =>
        [isPart ? ' ' : '', mark, name, value, times.join(', ')].join(' ').trimEnd(),
      ),
    ]);

    expect(texts.filter(([title]) => title !== 'Schedule')).toEqual([
      [
        'Steps',
        ' changed a → b',
        '  added retry_policy.limit: 3',
        '  added retry_policy.interval_sec: 1',
        '  added retry_policy.backoff: 1',
        ' added c',
        '  added script: 2 lines',
        '  added after b',
      ],
      ['Parameters', ' changed A 1 → 2'],
      ['DAG', ' changed timeout_sec: 0 → 5'],
      ['Programs', ' added ls'],
    ]);
    expect(texts[1]?.slice(1)).toEqual([
      ' removed 0 1 * * * Europe/Berlin',
      expect.stringMatching(/^ {2}removed Next: {2}2026-03-29 01:00, 2026/),
      ' added CRON_TZ=Asia/Tokyo 0 2 * * *',
      expect.stringMatching(/^ {2}added Next: {2}2026-03-29 02:00 \(Asia\/Tokyo\), /),
    ]);
  });

  it('say the day of the next times once', () => {
    const text = 'schedule: 0 12,18 * * *\nsteps: [echo]\n';

    const lines = changeGroups(compared(null, text), false).flatMap((group) => group.lines);

    expect(lines.find(({ name }) => name === 'Next:')?.times).toEqual([
      '2026-03-28 18:00',
      '2026-03-29 12:00',
      '18:00',
      '2026-03-30 12:00',
      '18:00',
    ]);
  });

  it('tell whoever is to accept a DAG first what it reaches, and when', () => {
    const text = `secrets: [{ name: KEY, provider: env, key: KEY }]
schedule: 0 1 * * *
params: { A: 1 }
steps: [{ command: "curl https://a.example.com/ $KEY" }, { call: other }]
`;

    const groups = changeGroups(compared(null, text), true);

    expect(groups.map(({ title }) => title)).toEqual([
      ...['Programs', 'Hosts', 'Secrets', 'Schedule', 'Calls'],
      ...['Steps', 'Parameters'],
    ]);
  });
});
