import { spawn, type ChildProcess } from 'node:child_process';
import { isNodeVariable, nodeCommand } from './node-command.ts';

export type StartedProgram = ChildProcess;

/**
 * Starts a program of ours that talks over a channel no other process can open: all that is secret goes that way. Of the
 * engine's variables it gets none that Node would obey or that hold settings. It ends when the channel does.
 */
export function startProgram(program: string): StartedProgram {
  const [node = '', ...words] = nodeCommand(program);
  const own = Object.entries(process.env).filter(([name]) => isKept(name));
  // A map or a set arrives as one.
  return spawn(node, words, {
    env: { ...Object.fromEntries(own), ...authorities(), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

const isKept = (name: string): boolean => !isNodeVariable(name) && !name.startsWith('SVC_');

/** Whose certificates are good does not depend on the process that looks. */
function authorities(): NodeJS.ProcessEnv {
  const name = 'NODE_EXTRA_CA_CERTS';
  return process.env[name] === undefined ? {} : { [name]: process.env[name] };
}
