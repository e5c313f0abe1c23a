import { suggest } from '../../lib/suggest.ts';
import { quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** Signals by which a process can be asked to stop, on every POSIX system. */
const SIGNALS = [
  ...[
    'SIGTERM',
    'SIGINT',
    'SIGKILL',
    'SIGHUP',
    'SIGQUIT',
    'SIGABRT',
    'SIGALRM',
    'SIGUSR1',
    'SIGUSR2',
  ],
  ...[
    'SIGPIPE',
    'SIGSTOP',
    'SIGTSTP',
    'SIGCONT',
    'SIGTTIN',
    'SIGTTOU',
    'SIGTRAP',
    'SIGILL',
    'SIGFPE',
  ],
  ...['SIGBUS', 'SIGSEGV', 'SIGSYS', 'SIGCHLD', 'SIGURG', 'SIGXCPU', 'SIGXFSZ', 'SIGVTALRM'],
  ...['SIGPROF', 'SIGWINCH', 'SIGIO'],
];

export const signalName: ValueType<string> = {
  ...refined(text, (written, node, { label, report }) => {
    if (SIGNALS.includes(written)) return written;
    const upper = written.toUpperCase();
    const full = upper.startsWith('SIG') ? upper : `SIG${upper}`;
    const meant = SIGNALS.includes(full) ? full : suggest(full, SIGNALS);
    const hint = meant ? `: did you mean \`${meant}\`?` : '';
    report.error(node, `${label}: unknown signal ${quoted(written)}${hint}`, meant);
    return undefined;
  }),
  schema: { enum: SIGNALS },
};
