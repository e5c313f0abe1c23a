import type { Dag, MailOn, MailSettings } from '../definition.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { boolean, refined, text, texts } from './scalar-types.ts';

const NO_MAILS: MailOn = { success: false, failure: false, wait: false };

const mailOnFields: FieldSet<MailOn> = {
  what: 'mail_on',
  fields: {
    success: {
      key: 'success',
      about: 'Send `info_mail` when a run succeeds.',
      type: boolean,
      fallback: false,
    },
    failure: {
      key: 'failure',
      about: 'Send `error_mail` when a run fails or is rejected.',
      type: boolean,
      fallback: false,
    },
    wait: {
      key: 'wait',
      about: 'Send `wait_mail` when a run waits for approval.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

/** Which events of a run are told by mail. */
const mailOn: ValueType<MailOn> = mapValue({
  set: mailOnFields,
  build: ({ values }) => values,
});

const mailFields: FieldSet<MailSettings> = {
  what: 'mail',
  fields: {
    from: { key: 'from', about: 'Address of the sender.', type: text, fallback: '' },
    to: {
      key: 'to',
      about: 'Address of the recipient, or a list of them.',
      type: refined(texts, (value) => value.map(({ text: address }) => address)),
      fallback: [],
    },
    prefix: {
      key: 'prefix',
      about: 'Text at the start of the subject.',
      type: text,
      fallback: '',
    },
    attachLogs: {
      key: 'attach_logs',
      about: 'Attach the end of the log of each step that ran.',
      type: boolean,
      fallback: false,
    },
  },
  unavailable: [],
  replaced: {},
};

/** Sender and recipients of a mail about a run. */
const mailSettings: ValueType<MailSettings> = mapValue({
  set: mailFields,
  required: ['from', 'to'],
  build: ({ values }) => values,
});

/** What a DAG says of mails about its runs. */
export const mailRootFields: FieldSet<MailRoot>['fields'] = {
  mailOn: {
    key: 'mail_on',
    about: 'Events to send mail for: `success`, `failure`, `wait`.',
    type: mailOn,
    fallback: NO_MAILS,
  },
  errorMail: {
    key: 'error_mail',
    about: 'Mail about a run that failed, or a step with `mail_on_error`.',
    type: mailSettings,
    fallback: null,
  },
  infoMail: {
    key: 'info_mail',
    about: 'Mail about a run that succeeded.',
    type: mailSettings,
    fallback: null,
  },
  waitMail: {
    key: 'wait_mail',
    about: 'Mail about a run that waits for a person.',
    type: mailSettings,
    fallback: null,
  },
};

type MailRoot = Pick<Dag, 'mailOn' | 'errorMail' | 'infoMail' | 'waitMail'>;
