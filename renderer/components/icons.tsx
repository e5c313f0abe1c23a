import type { ReactNode } from 'react';

/** Sixteen by sixteen, drawn in the current color; strokes are 1.5 wide unless a glyph needs more weight. */
export const icons = {
  // Status glyphs
  not_started: <circle cx="8" cy="8" r="5.25" />,
  queued: <path d="M3.5 4.5h9M3.5 8h9M3.5 11.5h9" strokeWidth="1.75" />,
  running: (
    <g className="turn" strokeWidth="1.75">
      <circle cx="8" cy="8" r="5.25" strokeOpacity=".28" />
      <path d="M8 2.75a5.25 5.25 0 0 1 4.55 7.87" />
    </g>
  ),
  waiting: <Hand />,
  skipped: (
    <>
      <circle cx="8" cy="8" r="5.25" strokeDasharray="1.6 2.52" strokeLinecap="butt" />
      <path d="M5.75 8h4.5" />
    </>
  ),
  succeeded: <path d="M3.25 8.5l3.1 3.1 6.4-7" strokeWidth="1.9" />,
  partially_succeeded: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M8 2.75a5.25 5.25 0 0 0 0 10.5z" fill="currentColor" stroke="none" />
    </>
  ),
  failed: <Crossed />,
  rejected: (
    <>
      <mask id="rejected-cut" maskUnits="userSpaceOnUse" x="-2" y="-2" width="20" height="20">
        <path d="M-2-2h20v20H-2z" fill="#fff" stroke="none" />
        <circle cx="12" cy="12" r="4.6" fill="#000" stroke="none" />
      </mask>
      <g mask="url(#rejected-cut)">
        <g transform="translate(-.6 -.8)">
          <Hand />
        </g>
      </g>
      <path d="M10 10l4 4M14 10l-4 4" strokeWidth="1.9" />
    </>
  ),
  aborted: (
    <rect x="3.25" y="3.25" width="9.5" height="9.5" rx="2" fill="currentColor" stroke="none" />
  ),
  broken: <Exclaimed />,
  warning: <Exclaimed />,
  due: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M8 5.25V8l1.9 1.25" strokeWidth="1.3" />
    </>
  ),
  suspended: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M6.5 6v4M9.5 6v4" strokeWidth="1.3" />
    </>
  ),
  pending: (
    <path d="M4.5 2.75h7M4.5 13.25h7M5.25 2.75c0 3.5 5.5 3.5 5.5 10.5M10.75 2.75c0 3.5-5.5 3.5-5.5 10.5" />
  ),
  ran: <path d="M3.25 8.5l3.1 3.1 6.4-7" strokeWidth="1.5" />,
  missed: <Exclaimed />,
  refused: <Crossed />,

  // Places
  mark: (
    <g strokeWidth="1.75">
      <circle cx="4" cy="4" r="2" />
      <circle cx="12" cy="8" r="2" />
      <circle cx="4" cy="12" r="2" />
      <path d="M6 4.6l4.1 2.3M6 11.4l4.1-2.3" />
    </g>
  ),
  dags: (
    <>
      <circle cx="3.75" cy="8" r="1.75" />
      <circle cx="12.25" cy="4" r="1.75" />
      <circle cx="12.25" cy="12" r="1.75" />
      <path d="M5.4 7.2l5.2-2.4M5.4 8.8l5.2 2.4" />
    </>
  ),
  runs: <path d="M5 3.5v9l7-4.5z" />,
  schedule: (
    <>
      <rect x="2.5" y="3.5" width="11" height="10" rx="1.5" />
      <path d="M2.5 6.75h11M5.5 2v2.5M10.5 2v2.5" />
    </>
  ),
  queues: <path d="M3 3.5v9M6.5 3.5v9M10 3.5v9M13.25 6v4" />,
  git: (
    <>
      <circle cx="4.5" cy="3.75" r="1.5" />
      <circle cx="4.5" cy="12.25" r="1.5" />
      <circle cx="11.5" cy="5.25" r="1.5" />
      <path d="M4.5 5.25v5.5M11.5 6.75c0 2.5-3 2.5-5.5 3.5" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 4.5h6M12 4.5h1.5M2.5 8H4M7.5 8h6M2.5 11.5h5M11 11.5h2.5" />
      <circle cx="10.25" cy="4.5" r="1.75" />
      <circle cx="5.75" cy="8" r="1.75" />
      <circle cx="9.25" cy="11.5" r="1.75" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.5" r="2.75" />
      <path d="M2.75 13.5c.5-2.8 2.6-4.25 5.25-4.25s4.75 1.45 5.25 4.25" />
    </>
  ),
  key: (
    <>
      <circle cx="5.25" cy="8" r="2.5" />
      <path d="M7.75 8h5.75v2.25M10.75 8v1.75" />
    </>
  ),
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.5" rx="1.5" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2M8 9.75v1" />
    </>
  ),
  webhook: (
    <>
      <path d="M2.5 8h7M7 5.25L9.75 8 7 10.75" />
      <path d="M9 3.25h2.5a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5H9" />
    </>
  ),
  audit: (
    <>
      <rect x="3.25" y="2.5" width="9.5" height="11" rx="1.5" />
      <path d="M5.75 5.75h4.5M5.75 8.25h4.5M5.75 10.75H8" />
    </>
  ),
  node: (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5h.01M5 11h.01" strokeWidth="1.75" />
    </>
  ),
  away: (
    <path d="M6.5 13.25H4.25a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5H6.5M6.5 8h7M10.75 5.25L13.5 8l-2.75 2.75" />
  ),

  // Kinds of steps
  nested: (
    <>
      <rect x="2.75" y="2.75" width="7.5" height="7.5" rx="1.5" />
      <path d="M12.75 6v5.25a1.5 1.5 0 0 1-1.5 1.5H6" />
    </>
  ),
  router: <path d="M2.5 8h3.5l5-4h2.5M6 8l5 4h2.5M12 2.5L13.5 4 12 5.5M12 10.5l1.5 1.5-1.5 1.5" />,

  // Commands and marks
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="M10 10l3.25 3.25" />
    </>
  ),
  filter: <path d="M2.5 4.5h11M4.5 8h7M6.5 11.5h3" />,
  down: <path d="M4.5 6.5L8 10l3.5-3.5" />,
  up: <path d="M4.5 9.5L8 6l3.5 3.5" />,
  first: <path d="M4.5 11.5L8 8l3.5 3.5M4.5 4.5h7" />,
  right: <path d="M6.5 4.5L10 8l-3.5 3.5" />,
  left: <path d="M9.5 4.5L6 8l3.5 3.5" />,
  play: (
    <path
      d="M5 3.6v8.8c0 .4.44.65.78.44l7-4.4a.52.52 0 0 0 0-.88l-7-4.4A.52.52 0 0 0 5 3.6z"
      fill="currentColor"
      stroke="none"
    />
  ),
  stop: <rect x="4" y="4" width="8" height="8" rx="1.5" />,
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="3.75" cy="8" r="1.25" />
      <circle cx="8" cy="8" r="1.25" />
      <circle cx="12.25" cy="8" r="1.25" />
    </g>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5" />
      <path d="M3 10V4.5A1.5 1.5 0 0 1 4.5 3H10" />
    </>
  ),
  wrap: <path d="M3 4h10M3 8h8a2 2 0 0 1 0 4H8M3 12h2M9.5 10.5L8 12l1.5 1.5" />,
  follow: <path d="M8 3v8M4.5 8L8 11.5 11.5 8M4 13.5h8" />,
  download: (
    <path d="M8 2.5v7M5 6.75L8 9.75l3-3M3 10.5v1.5a1.5 1.5 0 0 0 1.5 1.5h7a1.5 1.5 0 0 0 1.5-1.5v-1.5" />
  ),
  upload: (
    <path d="M8 9.75v-7M5 5.5l3-3 3 3M3 10.5v1.5a1.5 1.5 0 0 0 1.5 1.5h7a1.5 1.5 0 0 0 1.5-1.5v-1.5" />
  ),
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  minus: <path d="M3.5 8h9" />,
  fit: <path d="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />,
  tick: <path d="M4 8.3l2.7 2.7L12 5.5" strokeWidth="2" />,
  cross: <path d="M4.5 4.5l7 7M11.5 4.5l-7 7" />,
  bulb: (
    <path
      d="M6 11.25h4M6.75 13.5h2.5M8 2.5a4 4 0 0 1 2.3 7.27c-.3.2-.3.48-.3.73v.75H6v-.75c0-.25 0-.52-.3-.73A4 4 0 0 1 8 2.5z"
      strokeWidth="1.3"
    />
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M8 2.75a5.25 5.25 0 0 1 0 10.5z" fill="currentColor" stroke="none" />
    </>
  ),
  retry: <path d="M12.9 9.2A5 5 0 1 1 11.6 4.5L13 5.9M13 2.9v3h-3" />,
  again: <path d="M3 8a5 5 0 0 1 8.5-3.5L13 6M13 3v3h-3M13 8a5 5 0 0 1-8.5 3.5L3 10M3 13v-3h3" />,
  eye: (
    <>
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8z" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  trash: <path d="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5M6.75 7v3.5M9.25 7v3.5" />,
  rename: <path d="M3 13h2.25L12.5 5.75l-2.25-2.25L3 10.75zM9 4.75L11.25 7" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof icons;

function Hand() {
  return (
    <>
      <path d="M4.7 5.3v4M7 3.4v5M9.3 3.4v5M11.6 5v5M2.6 9.4l2.2 2.2" strokeWidth="1.7" />
      <path
        d="M3.85 8.4h8.6v2.1a4 4 0 0 1-4 4H7.6a4 4 0 0 1-3.3-1.7L2.2 9.9l1-1.1z"
        fill="currentColor"
        stroke="none"
      />
    </>
  );
}

function Exclaimed() {
  return (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M8 5.2v3.3" />
      <circle cx="8" cy="10.9" r=".9" fill="currentColor" stroke="none" />
    </>
  );
}

function Crossed() {
  return (
    <path
      fill="currentColor"
      stroke="none"
      fillRule="evenodd"
      d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.16 4.89 8 6.73 9.84 4.89 11.11 6.16 9.27 8 11.11 9.84 9.84 11.11 8 9.27 6.16 11.11 4.89 9.84 6.73 8 4.89 6.16z"
    />
  );
}
