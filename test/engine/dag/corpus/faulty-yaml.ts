/** Texts that are no YAML, each with what the writer is told to do. */
export const faultyYaml: readonly (readonly [text: string, ...errors: string[]])[] = [
  [
    'steps:\n  - name: a\n   command: b\n',
    '[3:1] YAML: this line belongs to a list and does not start with `-`: check the indentation',
  ],
  [
    'params:\n  - A: 1\n  B: 2\n',
    '[3:1] YAML: this line starts in another column than the keys before it: check the indentation',
  ],
  // One mistake is one error, though the parser stumbles on over what follows.
  [
    'steps:\n  - name: a\n - name: b\n',
    '[3:1] YAML: a list item stands where a key is expected: check the indentation',
  ],
  [
    'steps:\n  - name: a\n  command: b\n  - name: c\n    command: d\n',
    '[3:1] YAML: this line starts in another column than the keys before it: check the indentation',
  ],
  [
    ' name: x\nsteps:\n  - name: a\n',
    '[2:1] YAML: this line starts in another column than the keys before it: check the indentation',
  ],
  [
    'steps:\n\t- name: a\n\t  command: b\n',
    '[2:1] YAML: a tab is used for indentation: use spaces',
  ],
  // A mistake of another kind is one of its own.
  [
    'tags: ["a" "b"]\nenv:\n  - A: 1\n  B: 2\n  - C: 3\n',
    '[1:12] YAML: two items without a comma: put a comma between them',
    '[4:1] YAML: this line starts in another column than the keys before it: check the indentation',
  ],
  [
    'name: x\n  steps: []\n',
    '[1:7] YAML: a key reaches over several lines: check the indentation, and put a colon after each key',
  ],
  [
    'name: a\nfoo\n',
    '[2:1] YAML: a key without a value: put a colon and a value after it, or check the indentation',
  ],
  ['steps:\n\t- a\n', '[2:1] YAML: a tab is used for indentation: use spaces'],
  [
    'description: one: two\n',
    '[1:14] YAML: the value contains a colon followed by a space: put it in quotes',
  ],
  ['name: "a\n', '[2:1] YAML: a quote is not closed: put " after the text'],
  ['steps: [a', '[1:10] YAML: a list is not closed: put `]` after it, or check the indentation'],
  ['env: {A: 1\n', '[2:1] YAML: a map is not closed: put `}` after it, or check the indentation'],
  ['tags: [a, , b]\n', '[1:11] YAML: a comma without an item: remove it'],
  ['tags: ["a" "b"]\n', '[1:12] YAML: two items without a comma: put a comma between them'],
  [
    'name: "a\\d"\n',
    '[1:9] YAML: `\\d` means nothing between double quotes: use single quotes, or write `\\\\`',
  ],
  ['name: `date`\n', '[1:7] YAML: a value cannot start with a backtick: put it in quotes'],
  ['name: @a\n', '[1:7] YAML: a value cannot start with `@`: put it in quotes'],
  [
    'schedule: */5 * * * *\n',
    '[1:11] the alias `*/5` has no anchor',
    '[1:15] YAML: a value that starts with `*` or `&` refers to another one: put it in quotes',
  ],
  ['name: "a" b\n', '[1:11] YAML: text after the end of a value: put the whole value in quotes'],
  ['name: "a"#c\n', '[1:10] YAML: a comment without a space before it: put one before `#`'],
  ['name: |a\n  b\n', '[1:8] YAML: text after `|` or `>`: put it on the next line, indented'],
  ['steps: - a\n', '[1:8] YAML: a list starts on the line of its key: put it on the next line'],
  ['name: ]\n', '[1:7] YAML: a closing bracket that closes nothing: remove it'],
];
