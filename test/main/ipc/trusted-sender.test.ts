import { describe, expect, it } from 'vitest';
import { isTrustedSender } from '../../../main/ipc/trusted-sender.ts';
import { frame } from './frames.ts';

describe('isTrustedSender', () => {
  it.each(['app://dagwright/', 'app://dagwright/runs/etl/1?tab=graph'])('trusts %s', (url) => {
    expect(isTrustedSender({ senderFrame: frame(url) })).toBe(true);
  });

  it.each([
    'https://dagwright/',
    'https://example.com/?app://dagwright/',
    'app://dagwright.example.com/',
    'app://dagwright@example.com/',
    'app://example.com/',
    'file:///app/out/renderer/index.html',
    'about:blank',
    'data:text/html,app://dagwright/',
    '',
  ])('does not trust a page at "%s"', (url) => {
    expect(isTrustedSender({ senderFrame: frame(url) })).toBe(false);
  });

  it('does not trust a frame inside our page, wherever it comes from', () => {
    expect(isTrustedSender({ senderFrame: frame('app://dagwright/', { isInside: true }) })).toBe(
      false,
    );
  });

  it('does not trust a frame that is gone', () => {
    expect(isTrustedSender({ senderFrame: null })).toBe(false);
  });
});
