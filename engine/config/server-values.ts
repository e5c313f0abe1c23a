import { isIP } from 'node:net';
import { z } from 'zod';
import { shape } from '../contract/shape.ts';

const portRule = 'must be a whole number from 1 to 65535, or 0 for any free port';
export const port = shape(() =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
      z.int(portRule).min(0, portRule).max(65_535, portRule),
    )
    .describe('0 to 65535'),
);

/** Others than the loopback ones need authentication, which is checked where all settings are known. */
export const hostAddress = shape(() =>
  z
    .string('must be a host name or an address')
    .transform((host) => (host === '[::1]' ? '::1' : host))
    .refine((host) => host === 'localhost' || isIP(host) > 0, 'must be an IP address or localhost')
    .describe('IP address or localhost'),
);

const basePathRule = 'must be a path such as /flows, of letters, digits, `-`, `_`, `.` and `~`';
/** Empty for none; else it begins with a slash and does not end with one. */
export const basePath = shape(() =>
  z
    .string(basePathRule)
    .transform((path) => path.replace(/\/+$/, ''))
    .refine((path) => /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/.test(path), basePathRule)
    .describe('path such as `/flows`'),
);

const colorRule = 'must be a color such as #0a7 or #00aa77, or the name of one';
export const color = shape(() =>
  z
    .string(colorRule)
    .regex(/^(?:#(?:[\da-f]{3}|[\da-f]{6})|[a-z]{3,30}|)$/i, colorRule)
    .transform((text) => (text === '' ? null : text.toLowerCase()))
    .describe('color'),
);
