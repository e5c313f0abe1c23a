import type { RunMail } from '#contract/run.ts';
import { texts } from './texts.ts';

/** What became of the mails about a run, in a few words; the worst of it. */
export interface MailWords {
  readonly text: string;
  /** A line for each mail. */
  readonly detail: string;
  readonly isBad: boolean;
}

/** Undefined: the run tells nobody. */
export function formatMails(mails: readonly RunMail[] = []): MailWords | undefined {
  const [first] = mails;
  if (first === undefined) return undefined;
  const worst = mails.find(isLost) ?? mails.find(isOpen) ?? first;
  const text =
    mails.length === 1 ? fateOf(worst) : `${fateOf(worst)} ${texts.mails.of(mails.length)}`;
  const detail = mails.map((mail) => `${texts.mails[mail.event](mail.step)}: ${fateOf(mail)}`);
  return { text, detail: detail.join('\n'), isBad: isLost(worst) };
}

const isOpen = ({ dueAt }: RunMail): boolean => dueAt !== '';
const isLost = ({ dueAt, sentAt }: RunMail): boolean => dueAt === '' && sentAt === '';

function fateOf(mail: RunMail): string {
  if (isLost(mail)) return texts.mails.lost(mail.error);
  if (!isOpen(mail)) return texts.mails.sent(mail.to.join(', '));
  return mail.error === '' ? texts.mails.sending : texts.mails.again(mail.error);
}
