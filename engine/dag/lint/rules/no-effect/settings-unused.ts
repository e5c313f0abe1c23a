import type { Dag } from '../../../definition.ts';
import { stepsOf, type LintDocument } from '../../lint-document.ts';
import type { Finding, LintRule } from '../../lint-rule.ts';

export const settingsUnused: LintRule = {
  code: 'settings-unused',
  title: 'Settings that no step uses',
  why:
    '`smtp`, `ssh`, `container`, `redis`, `s3` and `llm` of a DAG are for steps of some types only, and `info_mail`, `error_mail` and ' +
    '`wait_mail` for the mails that `mail_on` and `mail_on_error` ask for. DAGs that it calls have settings of their own.',
  fix: 'Remove the settings, or add what uses them: a step of the type, or `mail_on`.',
  wrong: `redis:
  url: redis://localhost
steps:
  - command: echo working
`,
  right: `steps:
  - command: echo working
`,
  find: (document) =>
    settings.flatMap(({ key, users, isUsed }): Finding[] => {
      const entry = document.given.get(key);
      if (entry === undefined || isUsed(document)) return [];
      return [{ range: entry.key, message: `\`${key}\` has no effect: ${users}` }];
    }),
};

interface Setting {
  readonly key: string;
  readonly users: string;
  readonly isUsed: (document: LintDocument) => boolean;
}

const settings: readonly Setting[] = [
  ofTypes('redis', ['redis']),
  ofTypes('s3', ['s3']),
  ofTypes('llm', ['chat']),
  ofTypes('ssh', ['ssh', 'sftp']),
  ofTypes('container', ['docker']),
  {
    key: 'smtp',
    users: 'no step sends mail, and no mail about the run is asked for',
    isUsed: (document) => hasType(document, ['mail']) || sendsMails(document),
  },
  ofMail('info_mail', '`mail_on.success` is not set', ({ mailOn }) => mailOn.success),
  ofMail('wait_mail', '`mail_on.wait` is not set', ({ mailOn }) => mailOn.wait),
  {
    key: 'error_mail',
    users: 'neither `mail_on.failure` nor `mail_on_error` of a step is set',
    isUsed: (document) => document.dag.mailOn.failure || mailsOnError(document),
  },
];

function ofTypes(key: string, types: readonly string[]): Setting {
  const names = types.map((type) => `\`${type}\``).join(' or ');
  return {
    key,
    users: `no step has the type ${names}`,
    isUsed: (document) => hasType(document, types),
  };
}

function ofMail(key: string, users: string, isAsked: (dag: Dag) => boolean): Setting {
  return { key, users, isUsed: ({ dag }) => isAsked(dag) };
}

function hasType(document: LintDocument, types: readonly string[]): boolean {
  return stepsOf(document).some(({ step }) => types.includes(step.type));
}

function mailsOnError(document: LintDocument): boolean {
  return stepsOf(document).some(({ step }) => step.mailOnError);
}

function sendsMails(document: LintDocument): boolean {
  const { success, failure, wait } = document.dag.mailOn;
  return success || failure || wait || mailsOnError(document);
}
