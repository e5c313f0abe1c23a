import { readFile } from 'node:fs/promises';
import type { CustomScheme, Protocol } from 'electron';
import { contentSecurityPolicy } from '#contract/content-security-policy.ts';
import { APP_SCHEME } from './app-url.ts';
import { contentType } from './content-type.ts';
import { locateFile } from './locate-file.ts';
import { texts } from '../texts.ts';

/** Standard, so that it has origins and relative URLs; secure, so that workers and crypto are there. */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** Answers `app://dagwright/…` with the files of the built renderer, and nothing outside its folder. */
export function serveAppFiles(protocol: Pick<Protocol, 'handle'>, root: string): void {
  protocol.handle(APP_SCHEME, (request) => answer(root, request));
}

async function answer(root: string, { method, url }: Request): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return plain(405, texts.files.methodNotAllowed);
  const file = locateFile(root, url);
  const content = file === null ? null : await readIfThere(file);
  if (file === null || content === null) return plain(404, texts.files.notFound);
  return new Response(method === 'HEAD' ? null : content, {
    headers: { ...guardHeaders, 'content-type': contentType(file) },
  });
}

async function readIfThere(file: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(file);
  } catch {
    // Missing, or a folder: the page gets the same 404.
    return null;
  }
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...guardHeaders, 'content-type': 'text/plain; charset=utf-8' },
  });
}

const guardHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
