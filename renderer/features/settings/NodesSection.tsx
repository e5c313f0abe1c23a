import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationOutput } from '#contract/operations.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { Status } from '../../components/Status.tsx';
import { errorWords } from '../../lib/error-words.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { useLoaded } from './use-loaded.ts';

const lines = `remote_nodes:
  - name: berlin
    api_base_url: https://berlin.example:8080
    auth_type: token        # or basic, or none
    auth_token: svc_…       # an API key of that engine`;

type Check = OperationOutput<'nodes.test'>;

const loadNodes = async (engine: EngineConnection) =>
  (await engine.call('nodes.list', {})).remoteNodes;

/** Other engines that can be shown and commanded from here. */
export function NodesSection() {
  const engine = useEngine();
  const nodes = useLoaded(loadNodes);
  const { node } = useStore(engine.nodes.state);
  return (
    <>
      <h2 className="settings-heading">Remote nodes</h2>
      <LoadedNotes of={nodes} />
      {nodes.value && nodes.value.length > 0 && (
        <table className="table settings-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Address</th>
              <th scope="col">Credentials</th>
              <th scope="col">Connection</th>
              <th scope="col">
                <span className="unseen">Show</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.value.map(({ name, baseUrl, authType }) => (
              <tr key={name}>
                <td className="medium cut">{name}</td>
                <td>
                  <CopyText text={baseUrl} what={`address of ${name}`} />
                </td>
                <td>{credentialWords[authType]}</td>
                <td>
                  <Connection name={name} />
                </td>
                <td>
                  <Button
                    size="small"
                    isDisabled={name === node}
                    onPress={() => engine.nodes.choose(name)}
                  >
                    {name === node ? 'Shown' : 'Show'}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="secondary">
        {nodes.value?.length === 0 && 'No other engine is known here. '}
        Nodes are written into <code>config.yaml</code>; the switcher in the title bar then shows
        their DAGs and runs in place of those of this engine.
      </p>
      <CodeBlock label="Lines of config.yaml" text={lines} />
    </>
  );
}

const credentialWords = { none: 'None', basic: 'Name and password', token: 'Token' } as const;

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
      setCheck({ reachable: false, version: '', latencyMs: 0, error: errorWords(error) });
    }
  };
  return (
    <span className="row node-check" aria-live="polite">
      <span title={refusal}>
        <Button
          size="small"
          aria-label={`Test ${name}`}
          isDisabled={check === 'asking' || refusal !== undefined}
          onPress={() => void ask()}
        >
          {check === 'asking' ? 'Testing…' : 'Test'}
        </Button>
      </span>
      {check !== undefined && check !== 'asking' && <CheckWords check={check} />}
    </span>
  );
}

function CheckWords({ check }: { readonly check: Check }) {
  const { reachable, version, latencyMs, error } = check;
  const isGood = reachable && error === '';
  const words = isGood ? `${version} in ${Math.round(latencyMs)} ms` : error;
  return <Status status={isGood ? 'succeeded' : 'failed'} label={words} />;
}
