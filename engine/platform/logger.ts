import { pino } from 'pino';
import type { LogFields, Logger } from '../lib/logger.ts';
import { gatherLines, type LineSink } from './gathered-lines.ts';
import { machineTimezone } from './machine-zone.ts';
import { textLine, type Level } from './text-line.ts';

export interface LoggerOptions {
  readonly format: 'text' | 'json';
  /** Whether to write what only helps to find a fault as well; asked for each line, so that it can change. */
  readonly debug: boolean | (() => boolean);
  /** Write warnings and errors alone, unless `debug` is on. */
  readonly quiet?: boolean;
  /** Zone of the times in lines for people; that of this process when left out. */
  readonly timezone?: () => string;
  /** Takes whole lines; standard error when left out. */
  readonly destination?: LineSink;
}

type Write = (level: Level, message: string, fields: LogFields) => void;

/** The log of the engine: short lines for people, or pino's JSON for programs. */
export function createLogger(options: LoggerOptions): Logger {
  const { format, debug, quiet = false, destination = process.stderr } = options;
  const { timezone = machineTimezone } = options;
  const isDebug = typeof debug === 'function' ? debug : () => debug;
  const lines = gatherLines(destination);
  const write = format === 'json' ? jsonLines(lines) : textLines(lines, timezone);
  return withFields({}, (level, message, fields) => {
    const isWanted = level === 'debug' || (level === 'info' && quiet) ? isDebug() : true;
    if (!isWanted) return;
    write(level, message, fields);
    if (level === 'warn' || level === 'error') lines.flush();
  });
}

function withFields(bound: LogFields, write: Write): Logger {
  const at = (level: Level) => (message: string, fields?: LogFields) =>
    write(level, message, { ...bound, ...fields });
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => withFields({ ...bound, ...fields }, write),
  };
}

function textLines(destination: LineSink, timezone: () => string): Write {
  return (level, message, fields) =>
    void destination.write(textLine({ time: Date.now(), level, message, fields }, timezone()));
}

function jsonLines(destination: LineSink): Write {
  const log = pino(
    {
      level: 'debug',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err, cause: pino.stdSerializers.err },
    },
    { write: (line) => void destination.write(line) },
  );
  return (level, message, fields) => log[level](fields, message);
}
