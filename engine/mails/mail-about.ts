import type { Dag, MailSettings } from '../dag/definition.ts';
import { stepAt } from '../dag/run-steps.ts';
import { expandText } from '../dag/expand.ts';
import { endedScope, type EndedScopeOptions } from '../execution/node/ended-scope.ts';
import { createRunState, type LoadedRun } from '../execution/state/run-state.ts';
import type { Vault } from '../execution/state/vault.ts';
import type { AttachedLog, MailRequest } from '../step-programs/mail/mail-request.ts';
import { printedIn } from '../steps/printed-in.ts';
import { serverOf } from '../steps/mail/work.ts';
import type { MailContent, MailEvent, MailRow } from '../storage/mails.ts';

export interface ToldRun {
  readonly run: LoadedRun;
  readonly vault: Vault;
}

/** The field of a DAG that says who gets a mail. */
const fields = {
  success: { key: 'info_mail', property: 'infoMail' },
  failure: { key: 'error_mail', property: 'errorMail' },
  step: { key: 'error_mail', property: 'errorMail' },
  wait: { key: 'wait_mail', property: 'waitMail' },
} as const satisfies Record<MailEvent, { readonly key: string; readonly property: keyof Dag }>;

/**
 * The mail for the program that sends it, with all values filled in.
 *
 * @throws Error in words for a person.
 */
export async function requestFor(
  mail: Pick<MailRow, 'event' | 'content' | 'id'>,
  told: ToldRun,
  options: EndedScopeOptions,
): Promise<MailRequest> {
  const { dag, record } = told.run;
  const { key, property } = fields[mail.event];
  const settings: MailSettings | null = dag[property];
  if (settings === null) throw new Error(`no recipients: set \`${key}\` of the DAG`);
  if (dag.smtp === null) throw new Error('a mail needs a server: set `smtp` of the DAG');
  const facts = { state: createRunState(told.run), vault: told.vault };
  const scope = endedScope(facts, options);
  const expand = (text: string): Promise<string> => expandText(text, scope);
  // Written by this program alone.
  const { subject, text, logs } = JSON.parse(mail.content) as MailContent;
  const to = await Promise.all(settings.to.map(expand));
  const recipients = to.filter((address) => address.trim() !== '');
  if (recipients.length === 0) throw new Error(`\`${key}.to\` is empty`);
  return {
    server: await serverOf(dag.smtp, expand),
    from: await expand(settings.from),
    to: recipients,
    subject: `${await expand(settings.prefix)} ${subject}`.trim(),
    message: text,
    contentType: 'text/plain',
    attachments: [],
    logs: settings.attachLogs ? logs.flatMap((position) => logsOf(told.run, position)) : [],
    messageId: `<${record.key}.${mail.id}@dagwright.invalid>`,
  };
}

/** Both streams of a node, which may be one. */
function logsOf({ dag, nodes }: LoadedRun, position: number): readonly AttachedLog[] {
  const node = nodes[position];
  if (node === undefined) return [];
  const files = [...new Set([node.stdout, node.stderr])].filter((file) => file !== '');
  const encoding = printedIn(stepAt(dag, position), dag);
  return files.map((file) => ({ file, encoding }));
}
