import { useState, type ReactNode } from 'react';
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

type Answer = OperationOutput<'nodes.test'>;
type Check = Answer | 'asking';

const loadNodes = async (engine: EngineConnection) =>
  (await engine.call('nodes.list', {})).remoteNodes;

/** Other engines that can be shown and commanded from here. */
export function NodesSection() {
  const engine = useEngine();
  const nodes = useLoaded(loadNodes);
  const { node } = useStore(engine.nodes.state);
  const [tokenOf, setTokenOf] = useState<RemoteNodeInfo>();
  const { checks, ask } = useChecks();
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
          below={(one) => failureOf(checks.get(one.name))}
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
                <Connection
                  name={one.name}
                  check={checks.get(one.name)}
                  onAsk={() => void ask(one.name)}
                />
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

interface ConnectionProps {
  readonly name: string;
  readonly check: Check | undefined;
  readonly onAsk: () => void;
}

/** Asks a node how it is, on request. */
function Connection({ name, check, onAsk }: ConnectionProps) {
  const refusal = useRefusal()('nodes.test');
  const isAsking = check === 'asking';
  return (
    <span className="row" aria-live="polite">
      <span title={refusal}>
        <Button
          size="small"
          excludeFromTabOrder
          aria-label={texts.nodes.testOf(name)}
          isDisabled={isAsking || refusal !== undefined}
          onPress={onAsk}
        >
          {isAsking ? texts.nodes.testing : texts.nodes.test}
        </Button>
      </span>
      {check !== undefined && !isAsking && isGood(check) && (
        <Status
          status="succeeded"
          label={texts.nodes.reached(check.version, Math.round(check.latencyMs))}
        />
      )}
    </span>
  );
}

/** Why a node could not be asked, which may be a long text. */
function failureOf(check: Check | undefined): ReactNode {
  if (check === undefined || check === 'asking' || isGood(check)) return undefined;
  return (
    <span role="alert">
      <Status status="failed" label={check.error} isNamed />
    </span>
  );
}

/** What the nodes answered since the page was opened. */
function useChecks() {
  const engine = useEngine();
  const [checks, setChecks] = useState<ReadonlyMap<string, Check>>(new Map());
  const set = (name: string, check: Check) => setChecks((all) => new Map(all).set(name, check));
  const ask = async (name: string) => {
    set(name, 'asking');
    try {
      set(name, await engine.call('nodes.test', { name }));
    } catch (error) {
      set(name, { reachable: false, version: '', latencyMs: 0, error: formatError(error) });
    }
  };
  return { checks, ask };
}

function isGood({ reachable, error }: Answer): boolean {
  return reachable && error === '';
}
