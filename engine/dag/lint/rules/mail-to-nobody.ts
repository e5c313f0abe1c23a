import type { Dag } from '../../definition.ts';
import { keyAt, stepsOf, type LintDocument } from '../lint-document.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

export const mailToNobody: LintRule = {
  code: 'mail-to-nobody',
  title: 'A mail that cannot be sent',
  why:
    'A mail about a run needs sender and recipients (`info_mail`, `error_mail` or `wait_mail`) and a server (`smtp`). ' +
    'Without them each run notes that its mail was not sent.',
  fix: 'Add what the message names, to the DAG or to `base.yaml`.',
  wrong: `smtp: { host: localhost, port: 25 }
mail_on: { failure: true }
steps:
  - command: echo reported
`,
  right: `smtp: { host: localhost, port: 25 }
mail_on: { failure: true }
error_mail: { from: runs@example.com, to: ada@example.com }
steps:
  - command: echo reported
`,
  find: (document) => [...ofEvents(document), ...ofSteps(document)],
};

const events = [
  { event: 'success', field: 'info_mail', property: 'infoMail' },
  { event: 'failure', field: 'error_mail', property: 'errorMail' },
  { event: 'wait', field: 'wait_mail', property: 'waitMail' },
] as const;

/** One that stands in base.yaml has no place in the file. */
function ofEvents({ dag, given }: LintDocument): readonly Finding[] {
  const node = given.get('mail_on')?.value;
  if (node === undefined) return [];
  return events.flatMap(({ event, field, property }): Finding[] => {
    const missing = dag[property] === null ? field : missingServer(dag);
    if (!dag.mailOn[event] || missing === null) return [];
    return [{ range: keyAt(node, event), message: lacking(missing) }];
  });
}

function ofSteps(document: LintDocument): readonly Finding[] {
  const { dag } = document;
  const missing = dag.errorMail === null ? 'error_mail' : missingServer(dag);
  if (missing === null) return [];
  return stepsOf(document).flatMap(({ step, draft }): Finding[] => {
    const entry = draft.given.get('mail_on_error');
    if (!step.mailOnError || entry === undefined) return [];
    return [{ range: entry.key, message: lacking(missing) }];
  });
}

function lacking(missing: string): string {
  const what = missing === 'smtp' ? 'server' : 'recipient';
  return `this mail has no ${what}: \`${missing}\` is not set`;
}

function missingServer({ smtp }: Dag): string | null {
  return smtp === null ? 'smtp' : null;
}
