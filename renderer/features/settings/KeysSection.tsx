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
import { useLoaded } from './use-loaded.ts';

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
        title="API keys"
        verb="New API key"
        onNew={() => setDialog({ kind: 'create' })}
      />
      <p className="secondary">
        A program sends its key in the header <code>Authorization: Bearer …</code> and may what the
        role of the key allows, and no more than the user who made it.
      </p>
      <LoadedNotes of={keys} />
      {keys.value?.length === 0 && <p className="secondary">There is no API key yet.</p>}
      {keys.value && keys.value.length > 0 && (
        <table className="table settings-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Begins with</th>
              <th scope="col" className="wide-only">
                Made
              </th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="unseen">More</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.value.map((key) => (
              <tr key={key.id}>
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
                  <Moment at={key.lastUsedAt} now={now} never="Never" />
                </td>
                <td>
                  <MoreMenu label={`More of ${key.name}`} commands={keyCommands(key, setDialog)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
    { id: 'edit', label: 'Edit…', icon: 'rename', run: () => open({ kind: 'edit', apiKey }) },
    {
      id: 'delete',
      label: 'Delete…',
      icon: 'trash',
      isDanger: true,
      run: () => open({ kind: 'delete', apiKey }),
    },
  ];
}
