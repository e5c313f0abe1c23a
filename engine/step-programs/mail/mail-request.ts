import type { TextEncoding } from '../../lib/text-encoding.ts';

/** One mail with all values filled in, and the server that takes it. */
export interface MailRequest {
  readonly server: MailServer;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly message: string;
  readonly contentType: MailContentType;
  /** Files, relative to the working directory of the step. */
  readonly attachments: readonly string[];
  /** Logs to attach; left out: none. */
  readonly logs?: readonly AttachedLog[];
  /** Names the mail, the same each time that it is sent; left out: a new name. */
  readonly messageId?: string;
}

/** A log of which the end is attached. */
export interface AttachedLog {
  /** Absolute path. One that is gone is left out. */
  readonly file: string;
  /** Left out: UTF-8. */
  readonly encoding?: TextEncoding;
}

/** Where mails are handed in. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Empty: the server asks for none. */
  readonly username: string;
  readonly password: string;
}

export const mailContentTypes = ['text/plain', 'text/html'] as const;
export type MailContentType = (typeof mailContentTypes)[number];
