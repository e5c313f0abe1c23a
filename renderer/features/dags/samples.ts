/** A DAG to learn from. Nothing in it needs more than a shell. */
export interface Sample {
  readonly name: string;
  readonly description: string;
  readonly facts: string;
  /** Columns of the small picture: how many steps stand in each. */
  readonly shape: readonly number[];
  readonly spec: string;
}

export const samples: readonly Sample[] = [
  {
    name: 'disk-report',
    description: 'Three shell steps one after the other, with an output passed on.',
    facts: '3 steps · about 2s · writes nothing',
    shape: [1, 1, 1],
    spec: `description: Says how full this disk is.
tags: sample
steps:
  - name: measure
    command: df -P / | tail -1 | tr -s ' ' | cut -d ' ' -f 5
    output: USED
  - name: judge
    command: echo "The disk is \${USED} full."
  - name: report
    command: date '+Looked at %H:%M.'
`,
  },
  {
    name: 'parallel-checks',
    description: 'Three checks at once, then a summary that waits for the slow one.',
    facts: '5 steps · about 5s · writes nothing',
    shape: [1, 3, 1],
    spec: `description: Looks at three things at once and sums up.
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
    command: echo "All checks are through."
    depends: [memory, processes, slow-check]
`,
  },
  {
    name: 'greet-by-name',
    description: 'Asks for a parameter when it starts and uses it in two steps.',
    facts: '2 steps · about 1s · asks for a name',
    shape: [1, 1],
    spec: `description: Greets whom you name.
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
  return `# ${name}: say here what it is for.
steps:
  - name: hello
    command: echo "Hello from ${name}"
`;
}
