import type { LintDocument } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';

export const scheduleSettingUnused: LintRule = {
  code: 'schedule-setting-unused',
  title: 'A setting for scheduled starts that has no effect',
  why:
    '`catchup_window`, `overlap_policy`, `skip_if_successful` and `jitter_sec` say what becomes of scheduled starts, so they have no effect ' +
    'without a `schedule` of starts. `overlap_policy` decides about starts that are caught up, or wait in a `queue`.',
  fix: 'Add the `schedule`, or remove the setting. With `overlap_policy`, set `catchup_window`.',
  wrong: `catchup_window: 6h
steps:
  - command: echo working
`,
  right: `schedule: 0 3 * * *
catchup_window: 6h
steps:
  - command: echo working
`,
  find: (document) =>
    keys.flatMap((key): Finding[] => {
      const entry = document.given.get(key);
      const missing = missingFor(key, document);
      if (entry === undefined || missing === null) return [];
      return [{ range: entry.key, message: `\`${key}\` has no effect without ${missing}` }];
    }),
};

const keys = ['catchup_window', 'overlap_policy', 'skip_if_successful', 'jitter_sec'] as const;

function missingFor(key: (typeof keys)[number], { dag }: LintDocument): string | null {
  if (dag.schedule.start.length === 0) return 'a `schedule` of starts';
  const decides = dag.slotPolicy.catchupWindowMs !== null || dag.queue !== null;
  return key === 'overlap_policy' && !decides ? '`catchup_window`' : null;
}
