import { Document, Scalar, YAMLSeq } from 'yaml';
import type { CrontabEntry, CrontabVariable } from './read-crontab.ts';

/** Variables that tell cron something. Few commands read them, so they are in the environment only of one that does. */
const forCron = new Set(['SHELL', 'CRON_TZ', 'MAILTO', 'MAILFROM', 'RANDOM_DELAY']);

/** The text of a DAG that does what an entry of a crontab does. */
export function dagOfEntry(entry: CrontabEntry): string {
  const valueOf = (name: string): string | undefined =>
    entry.variables.find((variable) => variable.name === name)?.value;
  const zone = valueOf('CRON_TZ');
  const shell = valueOf('SHELL') || '/bin/sh';
  const all = [
    ...entry.variables.filter(({ name }) => name !== 'SHELL'),
    { name: 'SHELL', value: shell },
  ];
  const variables = all.filter(({ name }) => isWanted(name, entry));
  return yamlOf({
    ...(entry.description === '' ? {} : { description: entry.description }),
    schedule: `${zone ? `CRON_TZ=${zone} ` : ''}${entry.schedule}`,
    working_dir: '${HOME}',
    env: envOf(variables),
    ...mailsOf(valueOf('MAILTO'), valueOf('MAILFROM')),
    // What cron does where the crontab says nothing. A shell of the DAG would end at the first failing command.
    steps: [{ name: 'main', shell: [shell], ...workOf(entry) }],
  });
}

/** What cron sets by itself. Only what `env` names is known to `working_dir`, and the engine may have no user in its environment. */
const ofCron = { HOME: '${HOME}', LOGNAME: '`id -un`', USER: '${LOGNAME}' };

function isWanted(name: string, { command, input }: CrontabEntry): boolean {
  return !forCron.has(name) || new RegExp(`\\$\\{?${name}\\b`).test(`${command}\n${input ?? ''}`);
}

function missing(
  variables: readonly CrontabVariable[],
): readonly Readonly<Record<string, string>>[] {
  return Object.entries(ofCron)
    .filter(([name]) => !variables.some((variable) => variable.name === name))
    .map(([name, value]) => ({ [name]: value }));
}

// Each entry sees those before it: the user is the one that the crontab names, if it does.
function envOf(variables: readonly CrontabVariable[]) {
  const own = variables.map(({ name, value }) => ({ [name]: literal(value) }));
  const isNamed = variables.some(({ name }) => name === 'LOGNAME');
  return isNamed ? [...own, ...missing(variables)] : [...missing(variables), ...own];
}

/** Cron expands nothing in a value, so neither a variable nor a command may be seen in it. */
function literal(value: string): string {
  return value.replace(/[$`]/g, '\\$&');
}

function mailsOf(to: string | undefined, from: string | undefined) {
  const addresses = (to ?? '').split(/[\s,]+/).filter(Boolean);
  const [first] = addresses;
  if (first === undefined) return {};
  const mail = { from: from || first, to: addresses, attach_logs: true };
  return { mail_on: { failure: true }, error_mail: mail };
}

function workOf({ command, input }: CrontabEntry) {
  if (input === null) return { command };
  const end = unusedWord(input);
  return { script: `{\n${command}\n} <<'${end}'\n${input}${end}\n` };
}

/** A word that ends what the command reads, and is no line of it. */
function unusedWord(input: string): string {
  const lines = new Set(input.split('\n'));
  let word = 'INPUT';
  while (lines.has(word)) word += '_';
  return word;
}

function yamlOf(dag: Readonly<Record<string, unknown>>): string {
  const document = new Document(dag);
  const shell = document.getIn(['steps', 0, 'shell'], true);
  if (shell instanceof YAMLSeq) shell.flow = true;
  const schedule = document.get('schedule', true);
  // So that the stars of a schedule look like those of all other ones.
  if (schedule instanceof Scalar) schedule.type = Scalar.QUOTE_DOUBLE;
  return document.toString({ lineWidth: 0 });
}
