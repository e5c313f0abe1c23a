import { z } from 'zod';
import { shape, type ValueOf } from './shape.ts';

/** A condition of a run or a step, as the definition wrote it. */
export const condition = shape(() =>
  z.object({
    condition: z.string(),
    expected: z.string().describe('Empty: the condition is a command that must succeed.'),
    negate: z.boolean(),
  }),
);

const pause = shape(() =>
  z.object({
    intervalSec: z.int(),
    backoff: z.number().describe('Factor by which the pause grows; 1: constant.'),
    maxIntervalSec: z.int().describe('0: no limit.'),
  }),
);

const numberOrReference = shape(() =>
  z
    .union([z.int(), z.string()])
    .describe('A reference is shown as written, and looked up when a step fails.'),
);

/** What follows an attempt of a step. */
const policies = shape(() =>
  z.object({
    continueOn: z
      .object({
        failure: z.boolean(),
        skipped: z.boolean(),
        exitCode: z.array(z.int()),
        output: z.array(z.string()),
        markSuccess: z.boolean(),
      })
      .nullable()
      .describe('Null: any failure and any skip blocks the next steps.'),
    retryPolicy: z
      .object({
        ...pause().shape,
        limit: numberOrReference(),
        intervalSec: numberOrReference(),
        exitCode: z.array(z.int()),
      })
      .nullable()
      .describe('Null: a failure is final.'),
    repeatPolicy: z
      .object({
        repeat: z.enum(['while', 'until']),
        condition: z.string(),
        expected: z.string(),
        exitCode: z.array(z.int()),
        limit: z.int(),
        ...pause().shape,
      })
      .nullable(),
  }),
);

/** A step as the definition wrote it. Unset texts are empty. */
export const stepObject = shape(() =>
  z.object({
    name: z.string(),
    id: z.string(),
    type: z.string().describe('Step type; `shell` unless the definition says otherwise.'),
    description: z.string(),
    dir: z.string().describe('Working directory as written.'),
    command: z.string().describe('The command, or the first one of a list.'),
    commands: z.array(z.string()).describe('All commands, in order.'),
    args: z.array(z.string()),
    script: z.string(),
    shell: z.array(z.string()),
    stdout: z.string(),
    stderr: z.string(),
    output: z.string().describe('Variable that stores the output.'),
    preconditions: z.array(condition()),
    depends: z
      .array(z.string())
      .describe('Names of the steps that it depends on; in a chain, the previous step.'),
    run: z.string().describe('Sub-DAG that the step calls.'),
    params: z.string(),
    repeat_policy: z.object({ repeat: z.boolean(), interval: z.int() }),
    mail_on_error: z.boolean(),
    timeoutSec: z.int(),
    signalOnStop: z.string(),
    env: z.array(z.string()).describe('`KEY=value` as written.'),
    ...policies().shape,
    parallel: z
      .object({
        items: z.array(z.string()).describe('As written; empty if they come from a variable.'),
        variable: z.string().describe('Text with the items; empty for a list.'),
        maxConcurrent: z.int(),
      })
      .nullable(),
    router: z
      .object({
        value: z.string(),
        routes: z.array(z.object({ pattern: z.string(), targets: z.array(z.string()) })),
      })
      .nullable(),
    gate: z
      .object({
        prompt: z.string(),
        input: z.array(z.string()).describe('Names of the inputs of an approval.'),
        required: z.array(z.string()),
      })
      .nullable()
      .describe('Settings of a step of type `hitl`.'),
  }),
);
export type StepObject = ValueOf<typeof stepObject>;
