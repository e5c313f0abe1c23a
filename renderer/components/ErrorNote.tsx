import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Coded } from './Coded.tsx';
import { DismissButton } from './DismissButton.tsx';
import { Icon } from './Icon.tsx';
import { useBannerProblem } from './banner-problem.ts';
import { texts } from './texts.ts';
import { useCopy } from './use-copy.ts';
import { useIntoSight } from './use-into-sight.ts';

interface ErrorNoteProps {
  /** What happened and why. */
  readonly message: string;
  readonly onRetry?: () => void;
  readonly onDismiss?: () => void;
}

/** What went wrong, why, and what to do, where it went wrong. */
export function ErrorNote({ message, onRetry, onDismiss }: ErrorNoteProps) {
  const note = useIntoSight(message);
  const copy = useCopy();
  const banner = useBannerProblem();
  const isInBanner = message === banner;
  useOnceOver(banner !== undefined && message.includes(banner), banner, onDismiss);
  // What can be tried again there. Whatever waits for an answer of its own, such as a dialog, gets it.
  if (isInBanner && onRetry) return null;
  return (
    <div ref={note} className="error-note" role="alert">
      <Icon name="failed" className="tone-failed" />
      <span className="grow">
        <Coded text={message} />
      </span>
      <Button size="small" look="quiet" onPress={() => void copy(message)}>
        {texts.copy}
      </Button>
      {onRetry && (
        <Button size="small" onPress={onRetry}>
          {texts.retry}
        </Button>
      )}
      {onDismiss && <DismissButton onDismiss={onDismiss} />}
    </div>
  );
}

/** What went wrong only because of the problem in the banner is over with it. */
function useOnceOver(
  isOfBanner: boolean,
  banner: string | undefined,
  dismiss: (() => void) | undefined,
): void {
  const wasOfBanner = useRef(false);
  useEffect(() => {
    if (isOfBanner) wasOfBanner.current = true;
    else if (wasOfBanner.current && banner === undefined) dismiss?.();
  }, [isOfBanner, banner, dismiss]);
}
