import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { startMailServer, type MailTaker } from '../../scripts/samples/mail-server.ts';

/** A mail server until the end of the test. */
export async function aMailServer(
  options?: SMTPServerOptions,
  atPort?: number,
): Promise<MailTaker> {
  const server = await startMailServer(options, atPort);
  onTestFinished(server.close);
  return server;
}
