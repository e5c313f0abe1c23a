import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { openFile } from '../../lib/regular-file.ts';
import { rootCause } from '../../lib/root-cause.ts';
import { print } from '../print.ts';
import type { Program } from '../task.ts';
import { attachedLog } from './attached-log.ts';
import type { MailRequest, MailServer } from './mail-request.ts';

/** On this port the connection is encrypted from its beginning (RFC 8314). */
const TLS_PORT = 465;
const CONNECT_MS = 30_000;
/** Of a server that scans what it takes. */
const SILENCE_MS = 120_000;

/** Hands a mail in. @throws Error in words for a person, also where the server refuses one of several recipients. */
export const sendMail: Program<MailRequest> = async (request, { fact }) => {
  const { server, to } = request;
  const transport = createTransport(optionsOf(server));
  try {
    const mail = await mailOf(request);
    const { rejectedErrors = [], accepted, messageId } = await transport.sendMail(mail);
    fact('recipients', accepted.length);
    if (rejectedErrors.length > 0) throw new Error(rejectedErrors.map(rootCause).join('; '));
    print(`Sent to ${to.join(', ')}: ${messageId}\n`);
  } catch (error) {
    const { responseCode } = error as { readonly responseCode?: number };
    if (responseCode !== undefined) fact('answer', responseCode);
    throw new Error(`${server.host}:${server.port}: ${rootCause(error)}`, { cause: error });
  } finally {
    transport.close();
  }
};

function optionsOf({ host, port, username, password }: MailServer): SMTPTransportOptions {
  const hasPassword = username !== '';
  return {
    host,
    port,
    secure: port === TLS_PORT,
    // A password crosses no network as it is.
    requireTLS: hasPassword && !isThisComputer(host) && port !== TLS_PORT,
    ...(hasPassword && { auth: { user: username, pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // What a step names are files, and never addresses.
    disableUrlAccess: true,
  };
}

function isThisComputer(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);
}

async function mailOf(request: MailRequest): Promise<SendMailOptions> {
  const { from, to, subject, message, contentType, attachments, logs = [], messageId } = request;
  const body = contentType === 'text/html' ? { html: message } : { text: message };
  const files: { filename: string; contentType?: string; content: Readable }[] = [];
  for (const path of attachments) {
    const content = (await openFile(path, 'follow')).createReadStream();
    files.push({ filename: basename(path), content });
  }
  for (const log of logs) files.push(...(await attachedLog(log)));
  const id = messageId === undefined ? {} : { messageId };
  return { from, to: [...to], subject, ...body, attachments: files, ...id };
}
