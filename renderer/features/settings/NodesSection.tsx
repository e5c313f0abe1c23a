import { useState } from 'react';
import { useStore } from 'zustand';
import type { RemoteNodeInfo } from '#contract/node.ts';
import type { OperationOutput } from '#contract/operations.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { Status } from '../../components/Status.tsx';
import { formatError } from '../../lib/format-error.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { NodeTokenDialog } from './NodeTokenDialog.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

type Check = OperationOutput<'nodes.test'>;

const loadNodes = async (engine: EngineConnection) =>
  (await engine.call('nodes.list', {})).remoteNodes;

/** Other engines that can be shown and commanded from here. */
export function NodesSection() {
  const engine = useEngine();
  const nodes = useLoaded(loadNodes);
  const { node } = useStore(engine.nodes.state);
  const [tokenOf, setTokenOf] = useState<RemoteNodeInfo>();
  return (
    <>
      <h2 className="settings-heading">{texts.nodes.title}</h2>
      <LoadedNotes of={nodes} />
      {nodes.value && nodes.value.length > 0 && (
        <SettingsTable
          label={texts.nodes.title}
          columns={[
            { label: texts.nodes.name },
            { label: texts.nodes.address },
            { label: texts.nodes.credentials },
            { label: texts.nodes.connection },
            { label: texts.nodes.show, isUnseen: true },
          ]}
          items={nodes.value}
          keyOf={(one) => one.name}
          openLabel={texts.nodes.show}
          onOpen={(one) => engine.nodes.choose(one.name)}
        >
          {(one) => (
            <>
              <td className="medium cut" title={one.name}>
                {one.name}
              </td>
              <td className="cut">
                <CopyText isInRow text={one.baseUrl} what={texts.nodes.addressOf(one.name)} />
              </td>
              <td>
                <Credential node={one} onSet={() => setTokenOf(one)} />
              </td>
              <td>
                <Connection name={one.name} />
              </td>
              <td>
                <Button
                  size="small"
                  excludeFromTabOrder
                  isDisabled={one.name === node}
                  onPress={() => engine.nodes.choose(one.name)}
                >
                  {one.name === node ? texts.nodes.shown : texts.nodes.show}
                </Button>
              </td>
            </>
          )}
        </SettingsTable>
      )}
      <p className="secondary">
        {nodes.value?.length === 0 && texts.nodes.none}
        <Sentence text={texts.nodes.lead} parts={{ file: <code>config.yaml</code> }} />
      </p>
      <CodeBlock label={texts.page.configLines} text={texts.nodes.config} />
      {tokenOf && (
        <NodeTokenDialog
          node={tokenOf}
          onDone={() => void nodes.refresh()}
          onClose={() => setTokenOf(undefined)}
        />
      )}
    </>
  );
}

interface CredentialProps {
  readonly node: RemoteNodeInfo;
  readonly onSet: () => void;
}

/** What the node is called with, and where that lies; what the settings do not say can be set. */
function Credential({ node: { name, authType, credential }, onSet }: CredentialProps) {
  const refusal = useRefusal()('nodes.setToken');
  const canSet = credential === 'keychain' || credential === 'missing';
  return (
    <span className="row">
      {texts.nodes.credentialKinds[authType]}
      {texts.nodes.credentialPlaces[credential]}
      {canSet && (
        <span title={refusal}>
          <Button
            size="small"
            excludeFromTabOrder
            aria-label={texts.nodes.setTokenOf(name)}
            isDisabled={refusal !== undefined}
            onPress={onSet}
          >
            {texts.nodes.setToken}
          </Button>
        </span>
      )}
    </span>
  );
}

/** Asks a node how it is, on request. */
function Connection({ name }: { readonly name: string }) {
  const engine = useEngine();
  const refusal = useRefusal()('nodes.test');
  const [check, setCheck] = useState<Check | 'asking'>();
  const ask = async () => {
    setCheck('asking');
    try {
      setCheck(await engine.call('nodes.test', { name }));
    } catch (error) {
      setCheck({ reachable: false, version: '', latencyMs: 0, error: formatError(error) });
    }
  };
  return (
    <span className="row node-check" aria-live="polite">
      <span title={refusal}>
        <Button
          size="small"
          excludeFromTabOrder
          aria-label={texts.nodes.testOf(name)}
          isDisabled={check === 'asking' || refusal !== undefined}
          onPress={() => void ask()}
        >
          {check === 'asking' ? texts.nodes.testing : texts.nodes.test}
        </Button>
      </span>
      {check !== undefined && check !== 'asking' && <CheckWords check={check} />}
    </span>
  );
}

function CheckWords({ check }: { readonly check: Check }) {
  const { reachable, version, latencyMs, error } = check;
  const isGood = reachable && error === '';
  const words = isGood ? texts.nodes.reached(version, Math.round(latencyMs)) : error;
  return <Status status={isGood ? 'succeeded' : 'failed'} label={words} />;
}
