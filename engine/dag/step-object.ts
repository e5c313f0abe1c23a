import type { StepObject } from '../contract/run.ts';
import type { Step } from './definition.ts';

/** A step in the shape of the interface; what is not set is empty. */
export function toStepObject(step: Step): StepObject {
  return {
    name: step.name,
    id: step.id ?? '',
    type: step.type,
    description: step.description,
    dir: step.workingDir ?? '',
    command: step.commands[0] ?? '',
    commands: [...step.commands],
    args: [],
    script: step.script ?? '',
    shell: [...(step.shell ?? [])],
    stdout: step.stdout ?? '',
    stderr: step.stderr ?? '',
    output: step.output?.name ?? '',
    preconditions: [],
    depends: [...step.depends],
    run: '',
    params: '',
    repeat_policy: { repeat: false, interval: 0 },
    mail_on_error: false,
    timeoutSec: step.timeoutSec,
    signalOnStop: step.signalOnStop ?? '',
  };
}
