import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import type { LogFields, Logger } from '../lib/logger.ts';
import { textLine } from './text-line.ts';

interface LoggerOptions {
  readonly format: 'text' | 'json';
  /** Also write what only helps to find a fault. */
  readonly debug: boolean;
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
  const level = debug ? 'debug' : quiet ? 'warn' : 'info';
  return fromPino(
    pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { error: pino.stdSerializers.err, cause: pino.stdSerializers.err },
      },
      stream,
    ),
  );
}

function fromPino(log: Pino): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: LogFields) =>
      log[level](fields ?? {}, message);
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => fromPino(log.child(fields)),
  };
}
