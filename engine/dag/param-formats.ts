import { isIPv4, isIPv6 } from 'node:net';
import type { schemaFormats } from './param-schema.ts';

/** Whether a text is of a format. */
export const paramFormats: Readonly<
  Record<(typeof schemaFormats)[number], (text: string) => boolean>
> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const [date = '', time = ''] = text.split(/[tT ]/);
    return text.length === date.length + time.length + 1 && isDate(date) && isTime(time);
  },
  duration: (text) =>
    /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(
      text,
    ),
  email: (text) =>
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@]+$/.test(text) &&
    isHost(text.split('@')[1] ?? ''),
  hostname: isHost,
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text) && URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(
    text,
  );
}

function isHost(text: string): boolean {
  const labels = text.split('.');
  return text.length <= 253 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label));
}
