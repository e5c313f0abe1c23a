/** A line by which a program asks something of its runner: `::name key=value,…::data`. */
interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly value: string;
}

/** What such lines do (GitHub, "Workflow commands"). */
export interface CommandTaker {
  readonly mask: (value: string) => void;
  readonly output: (name: string, value: string) => void;
  readonly state: (name: string, value: string) => void;
  /** A line for the log. */
  readonly say: (line: string) => void;
}

/** Takes the lines of one program, in their order. */
export function commandReader(taker: CommandTaker): (line: string) => void {
  // After `::stop-commands::word` lines are only text until `::word::`.
  let paused = '';
  return (line) => {
    const command = parseCommand(line);
    if (paused !== '') {
      if (command?.name === paused) paused = '';
      else taker.say(line);
    } else if (command === null) taker.say(line);
    else if (command.name === 'stop-commands') paused = command.value.toLowerCase();
    else obey(command, taker);
  };
}

function obey({ name, properties, value }: WorkflowCommand, taker: CommandTaker): void {
  const { name: key = '', title = '', file = '', line = '' } = properties;
  switch (name) {
    case 'add-mask':
      return taker.mask(value);
    case 'set-output':
      return taker.output(key, value);
    case 'save-state':
      return taker.state(key, value);
    case 'group':
      return taker.say(value);
    case 'error':
    case 'warning':
    case 'notice': {
      const place = file === '' ? '' : ` (${[file, line].filter(Boolean).join(':')})`;
      return taker.say(`${name}: ${title === '' ? '' : `${title}: `}${value}${place}`);
    }
    case 'set-env':
    case 'add-path':
      // Whoever can print a line could bring a variable; files alone do that.
      return taker.say(`warning: ::${name}:: is not obeyed: use $GITHUB_ENV or $GITHUB_PATH`);
    // Nothing of the log depends on them.
    case 'endgroup':
    case 'debug':
    case 'echo':
    case 'add-matcher':
    case 'remove-matcher':
      return;
    default:
      taker.say(`::${name}::${value}`);
  }
}

function parseCommand(line: string): WorkflowCommand | null {
  const [, name, written = '', value = ''] = /^\s*::([\w-]+)(?: (.*?))?::(.*)$/s.exec(line) ?? [];
  if (name === undefined) return null;
  const properties = written.split(',').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=');
    return equals === -1 ? [] : [[pair.slice(0, equals).trim(), unescaped(pair.slice(equals + 1))]];
  });
  return {
    name: name.toLowerCase(),
    properties: Object.fromEntries(properties),
    value: unescaped(value),
  };
}

/** Line ends and the marks of commands are written as in URLs. */
function unescaped(text: string): string {
  const marks: Readonly<Record<string, string>> = {
    '%0D': '\r',
    '%0A': '\n',
    '%3A': ':',
    '%2C': ',',
    '%25': '%',
  };
  return text.replace(/%(?:0D|0A|3A|2C|25)/gi, (mark) => marks[mark.toUpperCase()] ?? mark);
}
