import { useStore } from 'zustand';
import { useEngine } from '../../../client/engine-context.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { Coded } from '../../../components/Coded.tsx';
import { webhookUrl } from '../../../lib/webhook-curl.ts';
import { baseUrlOf } from '../base-url.ts';
import { LoadedNotes } from '../LoadedNotes.tsx';
import { useLoaded } from '../use-loaded.ts';
import { texts } from './texts.ts';

/** What to enter at the sender of a webhook. Another form of signatures has other steps: give it a key. */
export function SenderSetup({ fileName }: { readonly fileName: string }) {
  const baseUrl = useStore(useEngine().state, baseUrlOf);
  const setup = useLoaded((engine) => engine.call('webhooks.setup', { fileName }));
  return (
    <>
      <h3 className="settings-heading">{texts.setup}</h3>
      <CodeBlock label={texts.address} text={webhookUrl({ baseUrl, fileName })} />
      <LoadedNotes of={setup} />
      <ol className="settings-steps">
        {setup.value?.steps.map((step) => (
          <li key={step}>
            <Coded text={step} />
          </li>
        ))}
      </ol>
    </>
  );
}
