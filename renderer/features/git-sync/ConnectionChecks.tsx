import type { SyncTest } from '#contract/sync.ts';
import { CopyText } from '../../components/CopyText.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useIntoSight } from '../../components/use-into-sight.ts';
import { codedPieces } from '../../lib/coded.ts';
import { texts } from './texts.ts';

const icons = { passed: 'succeeded', failed: 'failed', skipped: 'skipped' } as const;
const tones = { passed: 'tone-ok', failed: 'tone-failed', skipped: 'secondary' } as const;

/** What a test found, part by part. */
export function ConnectionChecks({ test }: { readonly test: SyncTest }) {
  const status = useIntoSight(test);
  const { parts, state: states, checks: label } = texts.connection;
  const words = (name: string): string =>
    Object.entries(parts).find(([key]) => key === name)?.[1] ?? name;
  return (
    <div ref={status} role="status">
      <ul className="connection-checks" aria-label={label}>
        {test.checks.map(({ name, state, message }) => (
          <li key={name}>
            <Icon name={icons[state]} className={tones[state]} />
            <b className="medium">{words(name)}</b>
            <span className={state === 'failed' ? '' : 'secondary'}>
              {message === '' ? states[state] : <Message text={message} />}
            </span>
          </li>
        ))}
        {test.checks.length === 0 && <li>{test.error ?? test.message}</li>}
      </ul>
    </div>
  );
}

/** A line of a file, such as the key of a host, is one to copy. */
const MIN_LINE = 60;

function Message({ text }: { readonly text: string }) {
  return codedPieces(text).map(({ text: piece, isCode }, index) => {
    if (!isCode) return piece;
    const isLine = piece.length >= MIN_LINE;
    return isLine ? (
      <CopyText key={index} text={piece} what={texts.connection.line} />
    ) : (
      <code key={index}>{piece}</code>
    );
  });
}
