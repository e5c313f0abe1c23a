import type { FakeLog, FakeState } from './fake-engine.ts';
import { noAccounts, someAccounts } from './access-fixtures.ts';
import { dagTable, ORDERS_SPEC } from './dag-fixtures.ts';
import {
  attemptsOf,
  conversation,
  ENDED_RUN,
  endedRun,
  releaseRun,
  unmetRun,
  variables,
  waitingSubRun,
} from './language-fixtures.ts';
import { someQueues } from './queue-fixtures.ts';
import { aCalendar, noCalendar } from './schedule-fixtures.ts';
import { aSync, noSync } from './sync-fixtures.ts';
import { earlierRun, ORDERS_RUN, ordersRun } from './run-fixtures.ts';

/** The state that the mock-ups show. */
export function aScene(now = Date.now()): FakeState {
  const past = Array.from({ length: 24 }, (_, index) =>
    earlierRun(now, index + 1, index === 4 || index === 11 ? 'failed' : 'succeeded'),
  );
  return {
    now,
    dags: dagTable(now),
    runs: [
      ordersRun(now),
      releaseRun(now),
      waitingSubRun(now),
      endedRun(now),
      unmetRun(now),
      ...past,
    ],
    specs: new Map([['orders-etl', ORDERS_SPEC]]),
    logs: new Map([
      [`${ORDERS_RUN}/score-fraud/stdout`, scorerLog(now)],
      [`${ORDERS_RUN}/enrich-currency/stdout`, { lines: 6, line: rateLine }],
      [
        `${ORDERS_RUN}//stdout`,
        { lines: 14, line: (number) => `09:30:0${number % 10} step ${number} began` },
      ],
    ]),
    calls: [],
    outputs: { rowCount: '48213', reportPath: '/var/tmp/report-2026-11-19.csv' },
    attempts: new Map([[`${ENDED_RUN}/build`, attemptsOf(now)]]),
    variables,
    messages: new Map([[`${ENDED_RUN}/lint`, conversation]]),
    calendar: (from, to) => aCalendar(now, { from, to }),
    queues: someQueues(now),
    access: noAccounts(),
    sync: aSync(now),
    remote: new Map(),
    look: { navbarTitle: '', navbarColor: '' },
    problem: '',
    notice: '',
    refusals: new Map(),
    held: new Map(),
  };
}

/** The same with accounts, keys, webhooks and other nodes. */
export function aSceneWithAccounts(now = Date.now()): FakeState {
  const scene = aScene(now);
  const berlin = { ...aScene(now), dags: dagTable(now).slice(4, 9) };
  return { ...scene, access: someAccounts(now), remote: new Map([['berlin', berlin]]) };
}

export function anEmptyScene(): FakeState {
  const calendar = (from: number, to: number) => noCalendar(Date.now(), { from, to });
  return { ...aScene(), dags: [], runs: [], calendar, queues: [], sync: noSync() };
}

function scorerLog(now: number): FakeLog {
  return { lines: 436, line: (number) => scorerLine(number, now) };
}

function scorerLine(number: number, now: number): string {
  const stamp = new Date(now - (436 - number) * 1350).toISOString().slice(11, 23);
  const level = (code: number, word: string) => `\u001b[${code}m${word}\u001b[0m`;
  const batch = 10 + Math.floor(number / 14);
  switch (number % 14) {
    case 2:
      return `${stamp} ${level(33, 'WARN')}  scorer.http    slow answer from ${level(36, 'http://127.0.0.1:8501/v1/score')}  1,902 ms`;
    case 3:
      return `${stamp} ${level(31, 'ERROR')} scorer.batch   batch ${batch}/60  connection reset by peer (errno 104) after 5.0 s`;
    case 4:
      return level(
        90,
        '              at scorer/client.py:88 in post → requests.post(url, json=rows, timeout=5)',
      );
    case 5:
      return `${stamp} ${level(33, 'WARN')}  scorer.retry   attempt 1 of 5, next in 2.0 s`;
    case 6:
      return `${stamp} ${level(34, 'INFO')}  scorer.batch   batch ${level(1, `${batch}/60`)}  rows 28,000  p50 44 ms  ${level(32, 'recovered')}`;
    case 8:
      return `${stamp} ${level(35, 'DEBUG')} scorer.rules   17 orders above threshold 0.92, 2 newly blocked`;
    default:
      return `${stamp} ${level(34, 'INFO')}  scorer.batch   batch ${level(1, `${batch}/60`)}  rows 26,400  p50 41 ms  p99 212 ms`;
  }
}

function rateLine(number: number): string {
  return number % 2 === 1
    ? `GET https://rates.internal/v2/latest, attempt ${(number + 1) / 2}`
    : 'Error: http status code not 2xx: 503';
}
