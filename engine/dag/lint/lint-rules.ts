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
import { commandNotRun } from './rules/no-effect/command-not-run.ts';
import { emptyExpected } from './rules/no-effect/empty-expected.ts';
import { exitCodeOutOfRange } from './rules/no-effect/exit-code-out-of-range.ts';
import { keyOfOmittedOutput } from './rules/no-effect/key-of-omitted-output.ts';
import { localDagSetting } from './rules/no-effect/local-dag-setting.ts';
import { policySwitchedOff } from './rules/no-effect/policy-switched-off.ts';
import { scheduleSettingUnused } from './rules/no-effect/schedule-setting-unused.ts';
import { settingsUnused } from './rules/no-effect/settings-unused.ts';
import { signalForNoProcess } from './rules/no-effect/signal-for-no-process.ts';
import { stepsNeverSideBySide } from './rules/no-effect/steps-never-side-by-side.ts';
import { waitNeverComes } from './rules/no-effect/wait-never-comes.ts';
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
  scheduleSettingUnused,
  localDagSetting,
  policySwitchedOff,
  exitCodeOutOfRange,
  commandNotRun,
  emptyExpected,
  waitNeverComes,
  settingsUnused,
  stepsNeverSideBySide,
  keyOfOmittedOutput,
  signalForNoProcess,
];
