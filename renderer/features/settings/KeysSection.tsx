import { useState } from 'react';
import type { ApiKey } from '#contract/auth.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { useNow } from '../../components/use-now.ts';
import { KeyDialogs, type KeyDialog } from './KeyDialogs.tsx';
import { LoadedNotes } from './LoadedNotes.tsx';
import { Moment } from './Moment.tsx';
import { SectionHead } from './SectionHead.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

const loadKeys = async (engine: EngineConnection) =>
  (await engine.call('apiKeys.list', {})).apiKeys;

/** The keys by which programs call the engine. */
export function KeysSection() {
  const keys = useLoaded(loadKeys);
  const [dialog, setDialog] = useState<KeyDialog>();
  const now = useNow(30_000);
  return (
    <>
      <SectionHead
        title={texts.keys.title}
        verb={texts.keys.new}
        onNew={() => setDialog({ kind: 'create' })}
      />
      <p className="secondary">
        <Sentence text={texts.keys.lead} parts={{ header: <code>Authorization: Bearer …</code> }} />
      </p>
      <LoadedNotes of={keys} />
      {keys.value?.length === 0 && <p className="secondary">{texts.keys.none}</p>}
      {keys.value && keys.value.length > 0 && (
        <SettingsTable
          label={texts.keys.title}
          columns={[
            { label: texts.keys.name },
            { label: texts.keys.role },
            { label: texts.keys.prefix },
            { label: texts.keys.created, isWideOnly: true },
            { label: texts.keys.lastUsed },
            { label: texts.page.more, isUnseen: true },
          ]}
          items={keys.value}
          keyOf={(key) => key.id}
          openLabel={texts.page.edit}
          onOpen={(apiKey) => setDialog({ kind: 'edit', apiKey })}
        >
          {(key) => (
            <>
              <td className="cut" title={key.description || key.name}>
                <span className="medium">{key.name}</span>
                {key.description && <span className="secondary"> · {key.description}</span>}
              </td>
              <td>{key.role}</td>
              <td className="mono">{key.keyPrefix}…</td>
              <td className="wide-only">
                <Moment at={key.createdAt} now={now} never="" />
              </td>
              <td>
                <Moment at={key.lastUsedAt} now={now} never={texts.page.never} />
              </td>
              <td>
                <MoreMenu
                  isInRow
                  label={texts.page.moreOf(key.name)}
                  commands={keyCommands(key, setDialog)}
                />
              </td>
            </>
          )}
        </SettingsTable>
      )}
      {dialog && (
        <KeyDialogs
          dialog={dialog}
          now={now}
          onDone={() => void keys.refresh()}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

function keyCommands(apiKey: ApiKey, open: (dialog: KeyDialog) => void): readonly Command[] {
  return [
    {
      id: 'edit',
      label: texts.page.edit,
      icon: 'rename',
      run: () => open({ kind: 'edit', apiKey }),
    },
    {
      id: 'delete',
      label: texts.page.delete,
      icon: 'trash',
      isDanger: true,
      run: () => open({ kind: 'delete', apiKey }),
    },
  ];
}
