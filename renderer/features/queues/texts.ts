import { formatCount } from '../../lib/format-count.ts';

/** The columns of the queues, and what can be done to a run that waits in one. */
export const texts = {
  title: 'Queues',
  loading: 'Loading…',
  summary: (running: number, waiting: number) => `${running} running, ${waiting} waiting`,

  column: {
    label: (queue: string) => `Queue ${queue}`,
    global: 'Shared queue',
    ofDag: 'DAG queue',
    load: (running: number, most: number) => `${running} of ${most} running`,
    runningIn: (queue: string) => `Running in ${queue}`,
    waitingIn: (queue: string) => `Waiting in ${queue}`,
    waiting: (count: number) => `${formatCount(count)} waiting`,
    noneWaiting: 'None waiting',
    empty: 'Empty',
    more: {
      running: (count: number) => `Show ${formatCount(count)} more running`,
      queued: (count: number) => `Show ${formatCount(count)} more waiting`,
    },
  },

  item: {
    drag: 'Drag to reorder',
    noPlace:
      'It starts at its time, so it has no place in the queue yet. To change the time, remove it and start the DAG again.',
    up: (dag: string) => `Move ${dag} up`,
    down: (dag: string) => `Move ${dag} down`,
    more: (dag: string) => `More actions for ${dag}`,
    moveFirst: 'Move to front',
    moveUp: 'Move up',
    moveDown: 'Move down',
  },

  stop: {
    command: (dag: string) => `Stop ${dag}`,
    title: (dag: string) => `Stop ${dag}`,
    confirm: 'Stop run',
    body: 'This stops the steps that are running. Steps that have not started do not run.',
  },

  announce: {
    moved: (
      dag: string,
      queue: string,
      { place, last }: { readonly place: number; readonly last: number },
    ) => `Moved ${dag} to position ${place} of ${last} in ${queue}.`,
    removed: (dag: string) => `Removed ${dag} from its queue.`,
    putBack: 'Put back as a new run',
    atEnd: (dag: string, reason: string) =>
      `${dag} was put back, but not in its old place: ${reason}`,
    notPutBack: (reason: string) => `The run could not be put back: ${reason}`,
  },

  empty: {
    title: 'Nothing is queued',
    lead: 'Queued runs start in order, as soon as their queue has room. Each DAG has a queue of its own that runs one at a time; you see it here while it holds a run. To queue a run, choose Enqueue in the menu next to Run, or in the form of its parameters.',
    share: 'To limit several DAGs together, define a shared queue in {file}…',
    assign: '…and assign DAGs to it with a line in their files:',
    configLabel: 'lines of config.yaml',
    config: `queues:
  config:
    - name: heavy
      max_concurrency: 2   # runs at the same time`,
    dagLabel: "line of a DAG's file",
    goToDags: 'Go to DAGs',
  },
} as const;
