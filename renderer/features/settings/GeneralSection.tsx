import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useTheme } from '../../components/theme-context.ts';
import { formatDuration } from '../../lib/duration.ts';
import { themes, themeWords } from '../../lib/theme.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { useLoaded } from './use-loaded.ts';

/** Which engine this is, where it is, and how the window looks. */
export function GeneralSection() {
  const health = useLoaded((engine) => engine.call('system.health', {}));
  const engine = useStore(useEngine().state, (state) => state.engine);
  const { theme, choose } = useStore(useTheme());
  return (
    <>
      <h2 className="settings-heading">Engine</h2>
      <LoadedNotes of={health} />
      <dl className="settings-facts">
        <dt>Version</dt>
        <dd>{health.value?.version ?? '…'}</dd>
        <dt>Has run for</dt>
        <dd>{health.value ? formatDuration(health.value.uptime * 1000) : '…'}</dd>
        <dt>Address</dt>
        <dd>
          {engine.phase === 'ready' ? (
            <CopyText text={engine.url} what="address" />
          ) : (
            'Known when the engine is ready'
          )}
        </dd>
      </dl>
      <h2 className="settings-heading">Window</h2>
      <dl className="settings-facts">
        <dt>Theme</dt>
        <dd className="row">
          <Segments
            label="Theme"
            look="boxes"
            value={theme}
            options={themes.map((one) => ({ value: one, label: themeWords[one] }))}
            onChange={choose}
          />
        </dd>
      </dl>
      <h2 className="settings-heading">Folders and all other settings</h2>
      <p className="secondary">
        They stand in <code>config.yaml</code>. This prints each one with where its value comes
        from:
      </p>
      <CodeBlock label="Command" text="dagwright config show --sources" />
    </>
  );
}
