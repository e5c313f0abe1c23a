import { texts } from './texts.ts';

/** A DAG to learn from. Nothing in it needs more than a shell. */
export interface Sample {
  readonly name: keyof typeof texts.firstStart.samples;
  /** Columns of the small picture: how many steps stand in each. */
  readonly shape: readonly number[];
  readonly spec: string;
  /** Whether it has parameters, for which its form asks before it runs. */
  readonly isAsking?: boolean;
}

export const samples: readonly Sample[] = [
  {
    name: 'disk-report',
    shape: [1, 1, 1],
    spec: `description: Reports how full this disk is.
tags: sample
steps:
  - name: measure
    command: df -P / | tail -1 | tr -s ' ' | cut -d ' ' -f 5
    output: USED
  - name: judge
    command: echo "The disk is \${USED} full."
  - name: report
    command: date '+Checked at %H:%M.'
`,
  },
  {
    name: 'parallel-checks',
    shape: [1, 3, 1],
    spec: `description: Runs three checks at once and sums up.
tags: sample
type: graph
max_active_steps: 3
steps:
  - name: begin
    command: echo "Checking."
  - name: memory
    command: sleep 2 && echo "memory fine"
    depends: begin
  - name: processes
    command: ps -e | wc -l
    depends: begin
  - name: slow-check
    command: sleep 3 && echo "slow, but fine"
    depends: begin
  - name: sum-up
    command: echo "All checks are done."
    depends: [memory, processes, slow-check]
`,
  },
  {
    name: 'greet-by-name',
    shape: [1, 1],
    isAsking: true,
    spec: `description: Greets someone by name.
tags: sample
params:
  - NAME: world
steps:
  - name: greet
    command: echo "Hello, \${NAME}!"
  - name: part
    command: echo "Goodbye, \${NAME}."
`,
  },
];

/** What a new DAG begins with. */
export function starterSpec(name: string): string {
  return `# ${texts.create.starter(name)}
steps:
  - name: hello
    command: echo "Hello from ${name}"
`;
}
