import { z } from 'zod';
import { shape } from '../contract/shape.ts';

const repositoryRule =
  'must be an address such as https://host/team/dags.git, ssh://git@host/team/dags.git or git@host:team/dags.git';

/** Empty for none. Whoever may read the settings sees it, so it holds no credentials; the user of SSH is none. */
export const repository = shape(() =>
  z
    .string('must be text')
    .transform((text) => text.trim())
    .refine((text) => text === '' || isSshAddress(text) || isHttpAddress(text), repositoryRule)
    .refine(
      (text) => !hasCredentials(text),
      'must not have credentials: give the token by `git_sync.auth.token`',
    )
    .describe('address of a Git repository'),
);

/** Whether it is one for SSH: `ssh://user@host/path` or `user@host:path`. */
export function isSshAddress(address: string): boolean {
  if (/^ssh:\/\//i.test(address)) return URL.parse(address)?.hostname !== '';
  return /^[\w.-]+@[\w.-]+:(?!\/\/)\S+$/.test(address);
}

function isHttpAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
}

function hasCredentials(address: string): boolean {
  const { protocol = '', username = '', password = '' } = URL.parse(address) ?? {};
  return password !== '' || (username !== '' && protocol !== 'ssh:');
}

const branchRule = 'must be the name of a branch';
export const branch = shape(() =>
  z
    .string(branchRule)
    .refine((text) => text === '' || isBranchName(text), branchRule)
    .describe('name of a branch'),
);

/** As Git itself has it for names of branches. */
function isBranchName(text: string): boolean {
  const isOdd = /[\0-\x20~^:?*[\\\x7f]|\.\.|@\{|\/\/|\.$|\/$|^[-/]|^@$|^refs\//.test(text);
  return (
    !isOdd && text.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}

const folderRule = 'must be a folder of the repository, such as team/dags';
/** Empty for the root; without slashes around. */
export const repositoryFolder = shape(() =>
  z
    .string(folderRule)
    .transform((text) => text.trim().replace(/^\/+|\/+$/g, ''))
    .refine(
      (text) =>
        text === '' ||
        text.split('/').every((part) => /^(?!\.{1,2}$|\.git$)[^\\\p{Cc}]+$/iu.test(part)),
      folderRule,
    )
    .describe('folder of the repository'),
);

const emailRule = 'must be an email address';
export const authorEmail = shape(() =>
  z
    .string(emailRule)
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, emailRule)
    .describe('email address'),
);

const authorRule = 'must be a name without line breaks and angle brackets';
export const authorName = shape(() =>
  z
    .string(authorRule)
    .regex(/^[^<>\p{Cc}]*[^<>\p{Cc}\s][^<>\p{Cc}]*$/u, authorRule)
    .describe('name'),
);
