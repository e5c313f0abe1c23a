import type { WebFrameMain } from 'electron';
import { isAppUrl } from '../protocol/app-url.ts';

/** What is needed of a message to tell who sent it; null once the frame is gone. */
export interface Sent {
  readonly senderFrame: Pick<WebFrameMain, 'url' | 'parent'> | null;
}

export type IsTrustedSender = (sent: Sent) => boolean;

/** Only the page of a window may talk to main: no frame inside it, and no page from elsewhere. */
export function isTrustedSender({ senderFrame }: Sent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url);
}
