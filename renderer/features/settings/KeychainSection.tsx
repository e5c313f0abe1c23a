import { useState } from 'react';
import type { StoredSecret } from '#contract/keychain.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { Button } from '../../components/Button.tsx';
import { Coded } from '../../components/Coded.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Status } from '../../components/Status.tsx';
import { useNow } from '../../components/use-now.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { Moment } from './Moment.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';

const loadKeychain = (engine: EngineConnection) => engine.call('keychain.list', {});

/** What the engine keeps in the keychain of its system, never what it is. */
export function KeychainSection() {
  const keychain = useLoaded(loadKeychain);
  const [asked, setAsked] = useState<StoredSecret>();
  const { entries = [], problem = '', fix = '' } = keychain.value ?? {};
  return (
    <>
      <h2 className="settings-heading">{texts.keychain.title}</h2>
      <p className="secondary">{texts.keychain.lead}</p>
      <LoadedNotes of={keychain} />
      {problem !== '' && (
        <ErrorNote
          message={[problem, fix].join(' ').trim()}
          onRetry={() => void keychain.refresh()}
        />
      )}
      {keychain.value && entries.length === 0 && (
        <p className="secondary">
          <Coded text={texts.keychain.none} />
        </p>
      )}
      {entries.length > 0 && <EntryTable entries={entries} onForget={setAsked} />}
      {asked && (
        <ForgetEntry
          entry={asked}
          onDone={() => void keychain.refresh()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface EntryTableProps {
  readonly entries: readonly StoredSecret[];
  readonly onForget: (entry: StoredSecret) => void;
}

function EntryTable({ entries, onForget }: EntryTableProps) {
  const now = useNow(30_000);
  return (
    <SettingsTable
      label={texts.keychain.title}
      columns={[
        { label: texts.keychain.kind },
        { label: texts.keychain.saved },
        { label: texts.keychain.state },
        { label: texts.page.more, isUnseen: true },
      ]}
      items={entries}
      keyOf={(entry) => `${entry.kind} ${entry.name}`}
      openLabel={texts.keychain.forget}
      onOpen={onForget}
    >
      {(entry) => (
        <>
          <td className="medium cut" title={texts.keychain.kinds[entry.kind](entry.name)}>
            {texts.keychain.kinds[entry.kind](entry.name)}
          </td>
          <td>
            <Moment at={entry.savedAt} now={now} never={texts.keychain.unknown} />
          </td>
          <td>
            <Status
              status={entry.isReadable ? 'succeeded' : 'warning'}
              label={entry.isReadable ? texts.keychain.stored : texts.keychain.unreadable}
            />
          </td>
          <td>
            <Button
              size="small"
              excludeFromTabOrder
              aria-label={texts.keychain.forgetOf(texts.keychain.kinds[entry.kind](entry.name))}
              onPress={() => onForget(entry)}
            >
              {texts.keychain.forget}
            </Button>
          </td>
        </>
      )}
    </SettingsTable>
  );
}

interface ForgetEntryProps {
  readonly entry: StoredSecret;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ForgetEntry({ entry: { kind, name }, onDone, onClose }: ForgetEntryProps) {
  const engine = useEngine();
  const { problem, isSending, submit } = useSubmit();
  const forget = async () => {
    await engine.call('keychain.forget', { kind, name });
    onDone();
    onClose();
  };
  return (
    <AskDialog
      title={texts.keychain.forgetTitle(texts.keychain.kinds[kind](name))}
      verb={texts.keychain.confirmForget}
      isDanger
      isBlocked={isSending}
      onConfirm={() => void submit(forget)}
      onClose={onClose}
    >
      <p>{texts.keychain.losses[kind](name)}</p>
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
