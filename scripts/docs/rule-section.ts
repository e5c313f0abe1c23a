import type { LintRule } from '../../engine/dag/lint/lint-rule.ts';
import { yaml } from './markdown.ts';

/** One rule for warnings. */
export function ruleSection({ code, title, why, fix, wrong, right }: LintRule): string {
  return [
    `### ${code}`,
    `${title}. ${why}`,
    fix,
    'Reported:',
    yaml(wrong),
    'Not reported:',
    yaml(right),
  ].join('\n\n');
}
