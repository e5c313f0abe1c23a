import { stdSerializers } from 'pino';
import type { LogFields } from '../lib/logger.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error';

export interface LogEntry {
  readonly time: Date;
  readonly level: Level;
  readonly message: string;
  readonly fields: LogFields;
}

/** `2026-02-03 10:11:12.345 info  DAG loaded  file=daily.yaml`; stacks follow on lines of their own. */
export function textLine({ time, level, message, fields }: LogEntry): string {
  let line = `${localTime(time)} ${level.padEnd(5)} ${message}`;
  let stacks = '';
  let gap = '  ';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    line += `${gap}${name}=${value instanceof Error ? word(stdSerializers.err(value).message) : word(value)}`;
    if (value instanceof Error) stacks += `\n${stdSerializers.err(value).stack}`;
    gap = ' ';
  }
  return `${line}${stacks}\n`;
}

function word(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

const two = (part: number): string => String(part).padStart(2, '0');

function localTime(time: Date): string {
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${date} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
