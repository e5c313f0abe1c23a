import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server took it. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** User who handed it in; empty: nobody logged in. */
  readonly user: string;
  readonly isEncrypted: boolean;
  /** Head and body as they came. */
  readonly raw: string;
}

export interface MailTaker {
  readonly port: number;
  readonly mails: TakenMail[];
  /** What `smtp` of a DAG says of it. */
  readonly smtp: string;
}

export const PASSWORD = 'mail-password-4711';

/** A real mail server on this computer, until it is closed. It knows the user `mailer`, and refuses recipients whose name begins with `refused`. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  atPort = 0,
): Promise<MailTaker & { readonly close: () => Promise<void> }> {
  const mails: TakenMail[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'mailer' && password === PASSWORD
        ? done(null, { user: username })
        : done(new Error('wrong user or password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('refused')
        ? done(Object.assign(new Error('mailbox unavailable'), { responseCode: 550 }))
        : done(),
    onData: (stream, { envelope, user, secure }, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        mails.push({ from, to, user: user ?? '', isEncrypted: secure, raw });
        done();
      });
    },
    ...options,
  });
  // A client that goes away is none of a test's concern.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  const { port } = address;
  const smtp = `smtp: {host: 127.0.0.1, port: "${port}", username: mailer, password: ${PASSWORD}}\n`;
  const close = (): Promise<void> => new Promise((resolve) => server.close(resolve));
  return { port, mails, smtp, close };
}
