import { z } from 'zod';

const logEntry = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() });

/** `2026-02-03 10:11:12.345 info  DAG loaded  file=daily.yaml`, from a line of JSON; stacks follow on lines of their own. */
export function textLine(json: string): string {
  const { level, time, msg, ...fields } = logEntry.parse(JSON.parse(json));
  const stacks: string[] = [];
  const pairs = Object.entries(fields).map(([name, value]) => {
    const error = typeof value === 'object' ? errorField.safeParse(value) : null;
    if (!error?.success) return `${name}=${word(value)}`;
    stacks.push(error.data.stack);
    return `${name}=${word(error.data.message)}`;
  });
  const line = [`${localTime(time)} ${level.padEnd(5)} ${msg}`, pairs.join(' ')]
    .filter(Boolean)
    .join('  ');
  return [line, ...stacks].join('\n') + '\n';
}

const errorField = z.object({ message: z.string(), stack: z.string() });

function word(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

function localTime(iso: string): string {
  const time = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${date} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
