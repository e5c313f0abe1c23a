import { bindShellReferences } from '../../dag/shell-references.ts';
import type { SshSettings } from '../../dag/ssh.ts';
import type { RemoteCommand } from '../../step-programs/ssh/ssh-request.ts';
import { readsAsShell, textWords } from '../shell/interpreter.ts';
import { argumentsFor } from '../shell/invocation.ts';
import type { ReadText } from '../shell/readers.ts';
import { splitUnexpandedWords } from '../shell/words.ts';
import { stopElsewhere } from '../stop-elsewhere.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import { hostOf, joinedSettings } from './host.ts';
import { remoteTexts } from './remote-texts.ts';

type Context = TypedContext<SshSettings>;

/** More does not fit into one argument on Linux. */
const LONGEST_COMMAND_BYTES = 100_000;

/** The commands of a step, with what they need of this computer. */
export async function work(context: Context): Promise<ProgramWork> {
  const { dag, step, config, expand } = context;
  const texts = remoteTexts(dag, step, config);
  const input = {
    target: await hostOf(joinedSettings(config, dag.ssh), expand),
    commands: await Promise.all(texts.map((text) => commandOf(text, context))),
    declared: [...dag.env, ...dag.params, ...dag.secrets, ...step.env].map(({ name }) => name),
    stop: stopElsewhere(dag, step),
  };
  return { kind: 'program', task: { program: 'ssh', input } };
}

/** A shell there reads the variables in its command itself. Without one a command is words, in which they are filled in. */
async function commandOf(
  { text, reader }: ReadText,
  { names, positional, expand }: Context,
): Promise<RemoteCommand> {
  if (reader === null) {
    const words = splitUnexpandedWords(text).map((word) => expand(word));
    return { words: await Promise.all(words), env: {} };
  }
  const { command, env } = readsAsShell(reader)
    ? bindShellReferences(text, names)
    : { command: text, env: {} };
  if (Buffer.byteLength(command) > LONGEST_COMMAND_BYTES)
    throw new Error(
      `the command is longer than ${LONGEST_COMMAND_BYTES} bytes, more than a program can receive`,
    );
  const shell = await Promise.all(textWords(reader).map((word) => expand(word)));
  return { words: [...shell, command, ...argumentsFor(reader, positional)], env };
}
