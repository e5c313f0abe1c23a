import type { Config } from '../../../engine/config/config.ts';
import { openStore } from './run-trees.ts';

/** What was under way in an engine that was killed, in words. */
export function situationsOf(config: Config): readonly string[] {
  const db = openStore(config);
  const found = Object.entries(looks).filter(([, sql]) => {
    return db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() !== 0;
  });
  db.close();
  return found.map(([words]) => words);
}

const active = "status IN ('running', 'waiting')";
const stage = (name: string): string => `node WHERE status = 'running' AND stage = '${name}'`;
const open = (process: string): string =>
  `attempt JOIN node USING (run_id, position)
   WHERE attempt.finished_at IS NULL AND node.status = 'running' AND ${process}`;

const looks: Readonly<Record<string, string>> = {
  'a run': `run WHERE ${active}`,
  'a step that begins': open('pid IS NULL'),
  'a step that runs': open('pid IS NOT NULL'),
  'a condition': stage('checking'),
  'an end that is judged': stage('judging'),
  'a pause': stage('pausing'),
  'an open gate': `run WHERE status = 'waiting'`,
  'preconditions of a run': `run WHERE ${active} AND phase = 'checking'`,
  'an init handler': `run WHERE ${active} AND phase = 'init'`,
  'handlers of an end': `run WHERE ${active} AND phase = 'handlers'`,
  'a stop': `run WHERE ${active} AND stop_requested_at IS NOT NULL`,
  'a retry of a run': `run WHERE ${active} AND attempt > 1`,
  'a run in a queue': 'queue_item',
  'a run that came from a queue': `run WHERE ${active} AND queued_at IS NOT NULL`,
  'a sub-run': `run WHERE ${active} AND depth = 1`,
  'a sub-run of a sub-run': `run WHERE ${active} AND depth = 2`,
};
