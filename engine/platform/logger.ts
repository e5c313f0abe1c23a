import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import type { LogFields, Logger } from '../lib/logger.ts';
import { textLine } from './text-line.ts';

interface LoggerOptions {
  readonly format: 'text' | 'json';
  /** Whether to write what only helps to find a fault as well; asked for each line, so that it can change. */
  readonly debug: boolean | (() => boolean);
  /** Write warnings and errors alone, unless `debug` is on. */
  readonly quiet?: boolean;
  /** Takes whole lines; standard error when left out. */
  readonly destination?: { readonly write: (line: string) => unknown };
}

/** The log of the engine: short lines for people, or pino's JSON for programs. */
export function createLogger(options: LoggerOptions): Logger {
  const { format, debug, quiet = false, destination = process.stderr } = options;
  const stream: DestinationStream = {
    write: (line) => void destination.write(format === 'json' ? line : textLine(line)),
  };
  const isDebug = typeof debug === 'function' ? debug : () => debug;
  return fromPino(
    pino(
      {
        level: 'debug',
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { error: pino.stdSerializers.err, cause: pino.stdSerializers.err },
      },
      stream,
    ),
    { debug: isDebug, info: () => !quiet || isDebug() },
  );
}

interface Wanted {
  readonly debug: () => boolean;
  readonly info: () => boolean;
}

function fromPino(log: Pino, wanted: Wanted): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error', isWanted: () => boolean = () => true) =>
    (message: string, fields?: LogFields): void => {
      if (isWanted()) log[level](fields ?? {}, message);
    };
  return {
    debug: at('debug', wanted.debug),
    info: at('info', wanted.info),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => fromPino(log.child(fields), wanted),
  };
}
