import { counted, formatCount } from '../../../lib/format-count.ts';

/** What a run would do. */
export const texts = {
  title: (dag: string) => `Dry run of ${dag}`,
  note: 'Nothing runs.',
  unsavedNote: 'Nothing runs. This is the unsaved text in the editor.',
  plan: 'Plan',
  close: 'Close',
  parameters: 'Parameters',
  directory: 'Working directory',
  withheld:
    'Your role cannot see the values of the environment, dotenv files and secrets. They stay as written.',
  noSteps: 'This DAG has no steps, so a run succeeds immediately.',
  handlers: 'Handlers',
  after: (steps: string) => `after ${steps}`,
  leadsTo: '{value} leads to {steps}',
  calls: 'Calls {dag}',
  callsTimes: (count: number) => ` ${counted(count, 'time')}`,
  unknownDag: ' · no DAG has this name',
  noParameters: 'without parameters',
  more: (count: number) => `and ${formatCount(count)} more`,

  /** What has to hold before a run or a step starts. */
  condition: {
    dag: {
      succeeds: 'Starts only if {condition} succeeds',
      fails: 'Starts only if {condition} does not succeed',
      is: 'Starts only if {condition} is {expected}',
      isNot: 'Starts only if {condition} is not {expected}',
    },
    step: {
      succeeds: 'Only if {condition} succeeds',
      fails: 'Only if {condition} does not succeed',
      is: 'Only if {condition} is {expected}',
      isNot: 'Only if {condition} is not {expected}',
    },
  },
} as const;
