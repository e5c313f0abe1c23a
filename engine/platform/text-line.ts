import { stdSerializers } from 'pino';
import { visibleLines } from '../contract/visible-text.ts';
import { zoneOffsets } from '../dag/zone-offsets.ts';
import type { LogFields } from '../lib/logger.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error';

export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly level: Level;
  readonly message: string;
  readonly fields: LogFields;
}

/** `2026-02-03 10:11:12.345 info  DAG loaded  file=daily.yaml`; stacks follow on lines of their own. */
export function textLine(entry: LogEntry, timezone: string): string {
  const { time, level, message, fields } = entry;
  let line = `${localTime(time, timezone)} ${level.padEnd(5)} ${message}`;
  let stacks = '';
  let gap = '  ';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    line += `${gap}${name}=${value instanceof Error ? word(stdSerializers.err(value).message) : word(value)}`;
    if (value instanceof Error) stacks += `\n${stdSerializers.err(value).stack}`;
    gap = ' ';
  }
  return `${visibleLines(line + stacks)}\n`;
}

function word(value: unknown): string {
  // Undefined for what JSON has no word for, whatever its type says.
  const json = (typeof value === 'string' ? value : JSON.stringify(value)) as string | undefined;
  const text = json ?? String(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

// Clocks are set at whole seconds, and many lines are of the same one.
let last = { second: Number.NaN, timezone: '', text: '' };

function localTime(time: number, timezone: string): string {
  const second = Math.floor(time / 1000);
  if (second !== last.second || timezone !== last.timezone) {
    const wall = time + zoneOffsets(timezone).stretchAt(time).offset;
    const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ');
    last = { second, timezone, text };
  }
  return `${last.text}.${String(time - second * 1000).padStart(3, '0')}`;
}
