import { memo, useState } from 'react';
import { IconButton } from '../../../components/IconButton.tsx';
import { useCopy } from '../../../components/use-copy.ts';
import { useEngine } from '../../../client/engine-context.ts';
import { withoutAnsi } from '../../../lib/ansi.ts';
import { readLog, type ReadProgress } from './read-log.ts';
import type { LogStore } from './log-store.ts';
import { useRunIdentity } from '../run-identity.ts';
import { texts } from './texts.ts';

interface LogActionsProps {
  readonly log: LogStore;
}

const COPY_LINES = 10_000;

/** Takes the log out of the window: onto the clipboard or into a file. */
export const LogActions = memo(function LogActions({ log }: LogActionsProps) {
  const engine = useEngine();
  const identity = useRunIdentity();
  const toClipboard = useCopy();
  const [words, setWords] = useState('');
  const read = (most: number) => {
    const { sources, segments } = log.getState();
    const progress: ReadProgress = (share) => setWords(texts.reading(Math.round(share * 100)));
    return readLog({ engine, identity, sources, segments, most, progress });
  };
  const copy = async () => {
    const { text, isCut } = await read(COPY_LINES);
    if (!(await toClipboard(withoutAnsiLines(text)))) return setWords('');
    setWords(isCut ? texts.copiedLast(COPY_LINES) : texts.copied);
  };
  const download = async () => {
    const { text } = await read(Number.POSITIVE_INFINITY);
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${identity.name}-${identity.dagRunId}.log`;
    link.click();
    URL.revokeObjectURL(url);
    setWords('');
  };
  return (
    <>
      {words && (
        <span className="secondary small" role="status">
          {words}
        </span>
      )}
      <IconButton icon="copy" label={texts.copy} onPress={() => void copy()} />
      <IconButton icon="download" label={texts.download} onPress={() => void download()} />
    </>
  );
});

function withoutAnsiLines(text: string): string {
  return text.split('\n').map(withoutAnsi).join('\n');
}
