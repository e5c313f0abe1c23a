/**
 * Loaded by Node before a program: SIGUSR2 has its process collect what nothing refers to. What is left is kept for a
 * reason or by mistake; what V8 has not collected yet says nothing, and lies 20 MB apart from one look to the next.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => collect());

// For this process alone, and not for those that it starts.
delete process.env.NODE_OPTIONS;
