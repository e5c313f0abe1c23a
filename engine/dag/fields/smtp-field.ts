import type { SmtpServer } from '../definition.ts';
import { quoted } from '../source/source-node.ts';
import { mayExpand } from '../text-parts.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { refined, text } from './scalar-types.ts';

/** A number, or a reference to one. */
const port = refined(text, (value, node, { label, report }) => {
  const isPort = /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536;
  if (isPort || mayExpand(value)) return value;
  report.error(node, `${label} must be a port from 1 to 65535, got ${quoted(value)}`);
  return undefined;
});

const smtpFields: FieldSet<SmtpServer> = {
  what: 'smtp',
  fields: {
    host: { key: 'host', about: 'Host of the mail server.', type: text, fallback: '' },
    port: {
      key: 'port',
      about: 'Port of the server: 465 is encrypted from the start, 587 and 25 switch to TLS.',
      type: port,
      fallback: '587',
    },
    username: {
      key: 'username',
      about: 'User name, where the server asks for one.',
      type: text,
      fallback: '',
    },
    password: {
      key: 'password',
      about:
        'Password of that user. Keep it in a secret. It is sent only over TLS, unless the server is on this computer.',
      type: text,
      fallback: '',
    },
  },
  unavailable: [],
  replaced: {},
};

/** The mail server of a DAG. */
export const smtpServer: ValueType<SmtpServer> = mapValue({
  set: smtpFields,
  required: ['host'],
  build: ({ values }) => values,
});
