import type { Sent } from '../../../main/ipc/trusted-sender.ts';

type Frame = NonNullable<Sent['senderFrame']>;

export const ourPage = frame('app://dagwright/');
export const foreignPage = frame('https://example.com/');

export function frame(url: string, { isInside = false } = {}): Frame {
  // Of the frame around it, only that there is one is looked at.
  return { url, parent: isInside ? (ourPage as Frame['parent']) : null };
}
