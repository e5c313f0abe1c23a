import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useTheme } from '../../components/theme-context.ts';
import { formatDuration } from '../../lib/duration.ts';
import { themeOptions } from '../../lib/theme.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

/** Which engine this is, where it is, and how the window looks. */
export function GeneralSection() {
  const health = useLoaded((engine) => engine.call('system.health', {}));
  const engine = useStore(useEngine().state, (state) => state.engine);
  const { theme, choose } = useStore(useTheme());
  return (
    <>
      <h2 className="settings-heading">{texts.general.engine}</h2>
      <LoadedNotes of={health} />
      <dl className="settings-facts">
        <dt>{texts.general.version}</dt>
        <dd>{health.value?.version ?? '…'}</dd>
        <dt>{texts.general.uptime}</dt>
        <dd>{health.value ? formatDuration(health.value.uptime * 1000) : '…'}</dd>
        <dt>{texts.general.address}</dt>
        <dd>
          {engine.phase === 'ready' ? (
            <CopyText text={engine.url} what={texts.general.addressName} />
          ) : (
            texts.general.addressLater
          )}
        </dd>
      </dl>
      <h2 className="settings-heading">{texts.general.window}</h2>
      <dl className="settings-facts">
        <dt>{texts.general.theme}</dt>
        <dd className="row">
          <Segments
            label={texts.general.theme}
            look="boxes"
            value={theme}
            options={themeOptions}
            onChange={choose}
          />
        </dd>
      </dl>
      <h2 className="settings-heading">{texts.general.others}</h2>
      <p className="secondary">
        <Sentence text={texts.general.othersNote} parts={{ file: <code>config.yaml</code> }} />
      </p>
      <CodeBlock label={texts.general.command} text="dagwright config show --sources" />
    </>
  );
}
