import type { SmtpServer } from '../../dag/definition.ts';
import type { MailServer } from '../../step-programs/mail/mail-request.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork, WorkContext } from '../work.ts';
import type { MailConfig } from './definition.ts';

/** The mail of a step, with all values filled in. */
export async function work({
  dag,
  config,
  expand,
}: TypedContext<MailConfig>): Promise<ProgramWork> {
  if (dag.smtp === null) throw new Error('a mail needs a server: set `smtp` of the DAG');
  const expandAll = (all: readonly { readonly text: string }[]): Promise<string[]> =>
    Promise.all(all.map(({ text }) => expand(text)));
  const input = {
    server: await serverOf(dag.smtp, expand),
    from: await expand(config.from),
    to: (await expandAll(config.to)).filter((address) => address.trim() !== ''),
    subject: await expand(config.subject),
    message: await expand(config.message),
    contentType: config.contentType,
    attachments: await expandAll(config.attachments),
  };
  if (input.to.length === 0) throw new Error('`to` is empty');
  return { kind: 'program', task: { program: 'mail', input } };
}

/** Where mails of a DAG are handed in. @throws Error for what is no port. */
export async function serverOf(
  smtp: SmtpServer,
  expand: WorkContext['expand'],
): Promise<MailServer> {
  const port = await expand(smtp.port);
  if (!/^\d{1,5}$/.test(port))
    throw new Error(`\`smtp.port\` is not a valid port: ${JSON.stringify(port)}`);
  return {
    host: await expand(smtp.host),
    port: Number(port),
    username: await expand(smtp.username),
    password: await expand(smtp.password),
  };
}
