import type { LintRule } from './lint-rule.ts';
import { callsItself } from './rules/calls-itself.ts';
import { filledInLater } from './rules/filled-in-later.ts';
import { foreignReference } from './rules/foreign-reference.ts';
import { groupOneAtATime } from './rules/group-one-at-a-time.ts';
import { handlerName } from './rules/handler-name.ts';
import { itemNeverUsed } from './rules/item-never-used.ts';
import { mailToNobody } from './rules/mail-to-nobody.ts';
import { markSuccessAlone } from './rules/mark-success-alone.ts';
import { maxActiveRunsIgnored } from './rules/max-active-runs-ignored.ts';
import { nameForNoShell } from './rules/name-for-no-shell.ts';
import { outputNeverRead } from './rules/output-never-read.ts';
import { protectedName } from './rules/protected-name.ts';
import { readTooEarly } from './rules/read-too-early.ts';
import { secretInArguments } from './rules/secret-in-arguments.ts';
import { shadowedSecret } from './rules/shadowed-secret.ts';
import { singleQuotedReference } from './rules/single-quoted-reference.ts';
import { textTakenAsFile } from './rules/text-taken-as-file.ts';
import { timeoutNeverReached } from './rules/timeout-never-reached.ts';
import { unknownDag } from './rules/unknown-dag.ts';
import { unknownReference } from './rules/unknown-reference.ts';
import { unreachableStep } from './rules/unreachable-step.ts';
import { unusedParam } from './rules/unused-param.ts';
import { waitNeverGrows } from './rules/wait-never-grows.ts';

/** All rules for warnings, in the order of the manual. A new one is a file of `rules` and its place here. */
export const lintRules: readonly LintRule[] = [
  unusedParam,
  outputNeverRead,
  readTooEarly,
  filledInLater,
  unknownReference,
  singleQuotedReference,
  foreignReference,
  nameForNoShell,
  textTakenAsFile,
  unreachableStep,
  unknownDag,
  callsItself,
  itemNeverUsed,
  groupOneAtATime,
  timeoutNeverReached,
  waitNeverGrows,
  markSuccessAlone,
  shadowedSecret,
  protectedName,
  secretInArguments,
  mailToNobody,
  maxActiveRunsIgnored,
  handlerName,
];
