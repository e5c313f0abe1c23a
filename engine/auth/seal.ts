import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps texts that the engine itself must read again, such as the secrets by which senders sign, unreadable in the store. */
export interface Seal {
  /** `place` is what the text belongs to: sealed for one place, it does not open in another. */
  readonly seal: (text: string, place: string) => Promise<string>;
  /** Throws an Error for what was not sealed with this secret for this place. */
  readonly open: (sealed: string, place: string) => Promise<string>;
}

const LABEL = 'dagwright: secrets of webhooks';
const ALGORITHM = 'aes-256-gcm';
const FORM = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `secret` is asked until it is had, at first use. It is that of the engine and not that of the sessions, which may be changed at will. */
export function createSeal(secret: () => Promise<Uint8Array>): Seal {
  let kept: Buffer | undefined;
  const key = async (): Promise<Buffer> =>
    (kept ??= Buffer.from(hkdfSync('sha256', await secret(), '', LABEL, 32)));
  return {
    seal: async (text, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, await key(), iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${FORM}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open: async (sealed, place) => {
      const [form, body = ''] = sealed.split('.');
      if (form !== FORM) throw new Error('A sealed text has an unknown format.');
      const bytes = Buffer.from(body, 'base64url');
      const tagEnd = IV_BYTES + TAG_BYTES;
      const options = { authTagLength: TAG_BYTES };
      const cipher = createDecipheriv(ALGORITHM, await key(), bytes.subarray(0, IV_BYTES), options);
      cipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
      return Buffer.concat([cipher.update(bytes.subarray(tagEnd)), cipher.final()]).toString();
    },
  };
}
