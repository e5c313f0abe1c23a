/** A definition of about so many characters that makes work for whoever reads, checks, plans or starts it. */
export type HostileText = (characters: number) => string;

const steps = 'steps:\n  - command: "true"\n';

/** Lines up to a length, each made of its number and how many there are. */
function lines(characters: number, line: (index: number) => string): string {
  const all: string[] = [];
  for (let length = 0, index = 0; length < characters; index += 1) {
    all.push(line(index));
    length += all[index]?.length ?? 1;
  }
  return all.join('');
}

export const hostileTexts: Readonly<Record<string, HostileText>> = {
  'parameters in a line': (size) => `params: "${'a '.repeat(size / 2)}"\n${steps}`,
  'parameters in a map': (size) => `params:\n${lines(size, (i) => `  p${i}: x\n`)}${steps}`,
  'a schema': (size) =>
    `params:\n  schema:\n    properties:\n${lines(size, (i) => `      p${i}: {type: string}\n`)}${steps}`,
  tags: (size) => `tags: "${lines(size, (i) => `t${i} `)}"\n${steps}`,
  expressions: (size) =>
    `steps:\n  - command: "true"\n    continue_on:\n      output:\n${lines(size, (i) => `        - "re:\\\\pL{${900 - (i % 800)}}${i}"\n`)}`,
  classes: (size) =>
    `steps:\n  - command: "true"\n    preconditions:\n      - {condition: x, expected: "re:[${'\\\\pL'.repeat(size / 4)}]"}\n`,
  'short steps': (size) => `steps:\n${lines(size, (i) => `  - echo ${i}\n`)}`,
  'named steps': (size) =>
    `steps:\n${lines(Math.min(size, 380_000), (i) => `  - {name: s${i}, command: "echo ${i}"}\n`)}`,
  'a dense graph': (size) => {
    const names: string[] = [];
    return `type: graph\nsteps:\n${lines(size, (i) => {
      const depends = names.join(',');
      names.push(`s${i}`);
      return `  - {name: s${i}, command: echo, depends: [${depends}]}\n`;
    })}`;
  },
  variables: (size) =>
    `env:\n${lines(size / 2, (i) => `  - A${i}: \${A${i - 1}}\n`)}${steps}`.replace('A-1', 'B'),
  'unknown variables': (size) =>
    `env:\n${lines(size / 2, (i) => `  - A${i}: \${B${i}:-\${C${i}}}\n`)}${steps}`,
  'variables of a step': (size) =>
    `${steps}    env:\n${lines(size / 2, (i) => `      - A${i}: \${A${i}}x\n`)}`,
  'references of a command': (size) =>
    `steps:\n  - command: |\n${lines(size, (i) => `      echo \${OUT${i}.a.b} \${arr${i}[0]} "\${X}" $(echo y)\n`)}`,
  'open defaults': (size) =>
    `steps:\n  - command: "true"\n    stdout: "${'${A:-'.repeat(size / 5)}"\n`,
  'open quotes': (size) => `params: '${'"a" '.repeat(size / 4)}"'\n${steps}`,
  outputs: (size) =>
    `steps:\n${lines(size, (i) => `  - {name: s${i}, command: "echo \${O${i * 7}.x}", output: O${i}}\n`)}`,
  documents: (size) =>
    lines(size, (i) => `---\nname: d${i}\nsteps:\n  - {name: s, call: d${i + 1}}\n`),
  aliases: (size) =>
    `x: &a {${lines(size / 2, (i) => `k${i}: 1,`)}}\ny: [${'{<<: *a},'.repeat(size / 18)}]\n${steps}`,
  nesting: (size) => `a: ${'['.repeat(60)}${'1,'.repeat(size / 2)}${']'.repeat(60)}`,
  'wrong keys': (size) => lines(size, (i) => `descriptio${i}: 1\n`),
  'wrong names': (size) =>
    `type: graph\nsteps:\n${lines(size, (i) => `  - {name: step${i}, command: echo, depends: [stp${i}]}\n`)}`,
  'a text': (size) => `description: "${'x '.repeat(size / 2)}"\n${steps}`,
  'empty lines': (size) => '\n'.repeat(size) + steps,
};
