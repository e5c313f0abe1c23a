import type { RunStatus } from '../../contract/status.ts';
import type { MailOn } from '../../dag/definition.ts';
import { stepAt } from '../../dag/run-steps.ts';
import { insertMail, type NewMail } from '../../storage/mails.ts';
import { mailAboutRun, mailAboutStep } from './mail-content.ts';
import type { RunServices } from './run-services.ts';

/** Tells by mail that a run has ended, where its DAG wants that. Called in the turn that stores the end. */
export function mailEnd(services: RunServices): void {
  const event = endOf(services.state.run.status);
  if (event !== null) mailRun(services, event);
}

/** Tells by mail that a run waits for a person, where its DAG wants that. Called in the turn that stores what it waits for. */
export function mailWait(services: RunServices): void {
  mailRun(services, 'wait');
}

/** Tells by mail that a step has failed, where it wants that. Called in the turn that stores the failure. */
export function mailFailedStep(services: RunServices, position: number): void {
  const { state } = services;
  const node = state.nodes[position];
  if (node?.status !== 'failed' || !stepAt(state.dag, position).mailOnError) return;
  store(services, mailAboutStep(state, node));
}

/** As the handlers of a run: one that was stopped has neither failed nor succeeded. */
function endOf(status: RunStatus): 'success' | 'failure' | null {
  if (status === 'failed' || status === 'rejected') return 'failure';
  return status === 'succeeded' || status === 'partially_succeeded' ? 'success' : null;
}

function mailRun(services: RunServices, event: keyof MailOn): void {
  const { state } = services;
  if (state.dag.mailOn[event]) store(services, mailAboutRun(state, event));
}

/** The write is part of the transaction of its turn: what is told of and the mail are stored together, or neither. */
function store({ state, writes, clock, vault, mailDue }: RunServices, mail: NewMail): void {
  const { mask } = vault();
  const { subject, text, logs } = mail.content;
  const content = { subject: mask(subject), text: mask(text), logs };
  const row = { ...mail, content, runId: state.run.id, now: clock.now() };
  writes.commit((db) => insertMail(db, row), mailDue);
}
