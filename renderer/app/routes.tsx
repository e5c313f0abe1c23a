import type { ReactNode } from 'react';
import { DagPage } from '../features/dags/DagPage.tsx';
import type { DrawRuns } from '../features/dags/DagHistory.tsx';
import { DagListPage } from '../features/dags/DagListPage.tsx';
import { RunListWithMenu } from '../features/runs/RunListWithMenu.tsx';
import { RunListPage } from '../features/runs/RunListPage.tsx';
import { RunPage } from '../features/runs/RunPage.tsx';
import { QueuesPage } from '../features/queues/QueuesPage.tsx';
import { GitPage } from '../features/git-sync/GitPage.tsx';
import { SchedulePage } from '../features/schedule/SchedulePage.tsx';
import { sections, sectionIds } from '../features/settings/sections.ts';
import { SettingsPage } from '../features/settings/SettingsPage.tsx';
import { Link } from '../components/Link.tsx';
import type { Location } from '../lib/navigation.ts';
import { paths } from '../lib/paths.ts';
import { dagChoice, runChoice } from './palette-items.ts';
import { texts } from './texts.ts';

interface Route {
  readonly pattern: RegExp;
  readonly title: (parts: readonly string[]) => string;
  /** The row of the palette that leads here, if there is one. */
  readonly choice?: (parts: readonly string[]) => string;
  readonly draw: (parts: readonly string[]) => ReactNode;
}

/** Every view by its address; the first that fits is shown. */
export const routes: readonly Route[] = [
  { pattern: /^\/(?:dags)?$/, title: () => texts.titles.dags, draw: () => <DagListPage /> },
  {
    pattern: /^\/dags\/([^/]+)(?:\/(runs|schedule))?$/,
    title: ([fileName = '']) => fileName,
    choice: ([fileName = '']) => dagChoice(fileName),
    draw: ([fileName = '', tab]) => (
      <DagPage key={fileName} fileName={fileName} tab={tabOf(tab)} drawRuns={drawRuns} />
    ),
  },
  { pattern: /^\/schedule$/, title: () => texts.titles.schedule, draw: () => <SchedulePage /> },
  { pattern: /^\/queues$/, title: () => texts.titles.queues, draw: () => <QueuesPage /> },
  {
    pattern: /^\/git(?:\/([^/]+))?$/,
    title: () => texts.titles.git,
    draw: ([itemId]) => <GitPage itemId={itemId === '' ? undefined : itemId} />,
  },
  {
    pattern: /^\/settings(?:\/([a-z-]+))?$/,
    title: ([section]) => texts.titles.settings(sectionWords(section)),
    draw: ([section]) => <SettingsPage section={sectionOf(section)} fileName={undefined} />,
  },
  {
    pattern: /^\/settings\/webhooks\/([^/]+)$/,
    title: ([fileName = '']) => texts.titles.webhook(fileName),
    draw: ([fileName]) => <SettingsPage section="webhooks" fileName={fileName} />,
  },
  // The login stands here while it is needed, and the first view is shown when it is not.
  { pattern: /^\/login(?:\/callback)?$/, title: () => texts.titles.logIn, draw: () => null },
  { pattern: /^\/runs$/, title: () => texts.titles.runs, draw: () => <RunListPage /> },
  {
    pattern: /^\/runs\/([^/]+)\/([^/]+)$/,
    title: ([name = '']) => texts.titles.run(name),
    choice: ([name = '', dagRunId = '']) => runChoice({ name, dagRunId }),
    draw: ([name = '', dagRunId = '']) => (
      <RunPage key={`${name} ${dagRunId}`} name={name} dagRunId={dagRunId} />
    ),
  },
  {
    pattern: /^\/runs\/([^/]+)\/([^/]+)\/sub\/([^/]+)\/([^/]+)$/,
    title: ([, , name = '']) => texts.titles.subRun(name),
    draw: ([rootName = '', rootId = '', name = '', dagRunId = '']) => (
      <RunPage
        key={`${rootName} ${rootId} ${dagRunId}`}
        name={name}
        dagRunId={dagRunId}
        root={{ name: rootName, dagRunId: rootId }}
      />
    ),
  },
];

const drawRuns: DrawRuns = (list) => <RunListWithMenu {...list} />;

function tabOf(tab: string | undefined): 'definition' | 'runs' | 'schedule' {
  return tab === 'runs' || tab === 'schedule' ? tab : 'definition';
}

function sectionOf(section: string | undefined) {
  return sectionIds.find((id) => id === section) ?? 'general';
}

function sectionWords(section: string | undefined): string {
  return sections.find(({ id }) => id === sectionOf(section))?.label ?? '';
}

interface Matched {
  readonly title: string;
  readonly choice?: string | undefined;
  readonly draw: () => ReactNode;
}

/** The view of an address, and what the window is called while it is shown. */
export function matchRoute(location: Location): Matched {
  for (const route of routes) {
    const match = route.pattern.exec(location.path);
    if (match === null) continue;
    const parts = match.slice(1).map((part: string | undefined) => decoded(part ?? ''));
    const choice = route.choice?.(parts);
    return { title: route.title(parts), choice, draw: () => route.draw(parts) };
  }
  return { title: texts.titles.notFound, draw: () => <NotFound path={location.path} /> };
}

function NotFound({ path }: { readonly path: string }) {
  return (
    <div className="broken-view">
      <h1>{texts.notFound}</h1>
      <p className="mono">{path}</p>
      <p>
        <Link className="link" href={paths.dags()}>
          {texts.palette.goToDags}
        </Link>
      </p>
    </div>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A broken escape names nothing, which the view then says.
    return part;
  }
}
