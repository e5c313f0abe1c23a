import type { FieldSet } from '../../dag/fields/field.ts';
import { oneOf, text, texts, type TextAt } from '../../dag/fields/scalar-types.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { mailContentTypes, type MailContentType } from '../../step-programs/mail/mail-request.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

/** What is sent, unexpanded. */
export interface MailConfig {
  readonly from: string;
  readonly to: readonly TextAt[];
  readonly subject: string;
  readonly message: string;
  readonly contentType: MailContentType;
  readonly attachments: readonly TextAt[];
}

const config: FieldSet<MailConfig> = {
  what: 'config of a `mail` step',
  fields: {
    from: { key: 'from', about: 'Address of the sender.', type: text, fallback: '' },
    to: {
      key: 'to',
      about: 'Address of the recipient, or a list of them.',
      type: texts,
      fallback: [],
    },
    subject: { key: 'subject', about: 'Subject of the mail.', type: text, fallback: '' },
    message: { key: 'message', about: 'Text of the mail.', type: text, fallback: '' },
    contentType: {
      key: 'contentType',
      about: 'Whether `message` is plain text or HTML.',
      type: oneOf(mailContentTypes),
      fallback: 'text/plain',
    },
    attachments: {
      key: 'attachments',
      about: 'Files to attach, relative to the working directory.',
      type: texts,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<MailConfig> = {
  name: 'mail',
  aliases: [],
  about: 'Sends a mail by the server that `smtp` of the DAG names.',
  takes: ['config'],
  needs: [['config']],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: checkMail,
  autoName: 'mail',
  example: `smtp:
  host: mail.example.com
  port: "587"
  username: reports
  password: \${MAIL_PASSWORD}
params:
  - WHO: Ada
steps:
  - name: tell
    type: mail
    config:
      from: reports@example.com
      to: [ada@example.com, bob@example.com]
      subject: The report for \${WHO}
      message: "<p>Dear \${WHO}, it is attached.</p>"
      contentType: text/html
      attachments: [report.csv]
secrets:
  - name: MAIL_PASSWORD
    provider: env
    key: MAIL_PASSWORD
`,
};

/** A subject and a message may be empty, and nobody would know where to send a mail without the rest. */
function checkMail({ given }: StepDraft, config: MailConfig | null, report: Report): void {
  const settings = given.get('config');
  if (!settings || config === null) return;
  const missing = config.to.length === 0 ? 'to' : config.from === '' ? 'from' : null;
  if (missing !== null)
    report.error(settings.key, `\`config\` of \`type: mail\` requires \`${missing}\``);
}
