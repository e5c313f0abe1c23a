import { quickLayout, type ChosenLayout, type LayoutTask } from '../../lib/quick-layout.ts';

type Answer = (layout: ChosenLayout) => void;

interface Job {
  readonly task: LayoutTask;
  readonly answer: Answer;
}

/** Up to so many steps are laid out in less than a frame. */
const AT_ONCE = 150;
let worker: Worker | undefined;
let current: Job | undefined;
let next: Job | undefined;

/** A small graph has its layout at once; a large one when the worker has made it. */
export function layoutAtOnce(task: LayoutTask): ChosenLayout | undefined {
  return task.steps.length <= AT_ONCE ? quickLayout(task) : undefined;
}

/** One layout is in work; of those that wait for it the newest is made, and the others are nobody's any more. */
export function layoutInWorker(task: LayoutTask, answer: Answer): () => void {
  const job = { task, answer };
  if (current === undefined) begin(job);
  else next = job;
  return () => {
    if (next === job) next = undefined;
    if (current === job) current = { task, answer: () => undefined };
  };
}

function begin(job: Job): void {
  current = job;
  worker ??= startWorker();
  worker.postMessage(job.task);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<ChosenLayout>) => {
    const done = current;
    current = undefined;
    if (next !== undefined) begin(next);
    if (next === current) next = undefined;
    done?.answer(data);
  };
  return started;
}
