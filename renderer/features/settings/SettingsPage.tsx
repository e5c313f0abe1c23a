import './settings.css';
import { Fragment, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { THIS_ENGINE } from '../../client/node-choice.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Link } from '../../components/Link.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { findSections, sections, type FoundSection, type SectionId } from './sections.ts';
import { SectionBody } from './SectionBody.tsx';
import { texts } from './texts.ts';

interface SettingsPageProps {
  readonly section: SectionId;
  /** The DAG whose webhook is shown. */
  readonly fileName: string | undefined;
}

/** All that is set for the engine as a whole: sections at the left, one of them at the right. */
export function SettingsPage({ section: id, fileName }: SettingsPageProps) {
  const navigation = useNavigation();
  const node = useStore(useEngine().nodes.state, (state) => state.node);
  const [text, setText] = useState('');
  const found = useMemo(() => findSections(text), [text]);
  const section = sections.find((one) => one.id === id) ?? sections[0];
  return (
    <>
      <header className="page-head">
        <h1 className="title">{texts.page.title}</h1>
        {node !== THIS_ENGINE && <span className="secondary">{texts.page.ofThisEngine(node)}</span>}
        <span className="grow" />
        <div className="filter-field settings-search">
          <Icon name="search" />
          <input
            aria-label={texts.page.search}
            placeholder={texts.page.placeholder}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              const first = found[0];
              if (event.key === 'Escape') setText('');
              if (event.key === 'Enter' && first) navigation.go(paths.settings(first.section.id));
            }}
          />
          {text !== '' && (
            <IconButton icon="cross" label={texts.page.clearSearch} onPress={() => setText('')} />
          )}
        </div>
      </header>
      <div className="settings">
        <SectionList found={found} current={id} />
        {section && (
          <SectionBody
            key={`${section.id} ${fileName ?? ''}`}
            section={section}
            fileName={fileName}
          />
        )}
      </div>
    </>
  );
}

interface SectionListProps {
  readonly found: readonly FoundSection[];
  readonly current: SectionId;
}

function SectionList({ found, current }: SectionListProps) {
  const refusal = useRefusal();
  return (
    <nav className="settings-list" aria-label={texts.page.title}>
      {found.map(({ section: { id, icon, label, needs }, keys }) => (
        <Link
          key={id}
          href={paths.settings(id)}
          title={refusal(needs)}
          aria-current={id === current ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span>
            {label}
            {keys.map((key) => (
              <span key={key} className="settings-key mono">
                <Breaking text={key} />
              </span>
            ))}
          </span>
        </Link>
      ))}
      {found.length === 0 && <p className="secondary small">{texts.page.none}</p>}
    </nav>
  );
}

/** A key that breaks behind its dots. */
function Breaking({ text }: { readonly text: string }) {
  return text.split('.').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
