import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openGitRemote, type GitRemote } from '../git/git-remote.ts';
import { median, timeEach, type Figure, type Measure } from '../measure.ts';
import { residentMb } from '../process-cost.ts';
import type { RunningServer } from '../servers/server.ts';
import { heldLoopMs, tellingHeldLoop } from './held-loop.ts';

const FILES = 500;
const PUBLISHED = 100;
const PULLED = 1000;
const LOOKS = 20;
const STARTS = 5;
const TIMES = 4;
const SETTLED_MS = 2500;
const MB = 1024 * 1024;
const LARGE_MB = 200;
const PART_MB = 4;

const figure = (key: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  key: `sync.${key}`,
  title: `sync: ${title}`,
  unit: 'ms',
  better: 'lower',
  budget: null,
  peerThen: null,
  ...rest,
});

/** Git Sync beside the git of the system, over HTTP on this machine; and what it takes while it is off. */
export const sync: Measure = {
  name: 'sync',
  onRequest: true,
  oursAlone: true,
  figures: [
    figure('off-ready', 'ready, with 500 synced files and switched off, to never used', {
      unit: '×',
      budget: 1.1,
      reason: 'nothing of it is loaded; a tenth is what medians of one machine differ by',
    }),
    figure('off-memory', 'memory of the same', {
      unit: '×',
      budget: 1.05,
      reason: 'nothing of it is loaded',
    }),
    figure('status', `status of ${FILES} files`),
    figure('status-git', 'the same to `git status`', {
      unit: '×',
      budget: 3,
      reason: 'it answers with all items, and git with those that differ',
    }),
    figure('publish', `publish ${PUBLISHED} files`),
    figure('publish-git', 'the same to git add, commit and push', {
      unit: '×',
      budget: 2,
      reason: 'it starts a process, and makes a pack without git\u2019s own code',
    }),
    figure('pull', `pull ${PULLED} changed files`),
    figure('pull-git', 'the same to git pull', { unit: '×' }),
    figure('pull-loop', 'event loop held up meanwhile, 99 of 100'),
    figure('clone', `clone ${LARGE_MB} MB`),
    figure('clone-git', 'the same to git clone', { unit: '×' }),
    figure('clone-loop', 'event loop held up meanwhile, 99 of 100', {
      budget: 20,
      reason: 'the work is done by another process',
    }),
  ],

  fillHome: ({ dagsDir }) => writeDags(dagsDir, FILES, 'a'),

  async take(first) {
    const remote = await openGitRemote(first.scratch);
    const large = await openGitRemote(first.scratch);
    try {
      const never = await costWhileOff(first);
      writeDags(remote.copy, FILES, 'a');
      await remote.commitAll();
      const used = await costWhileOn(never.server, remote);
      const off = await costWhileOff(used.server);
      const cloned = await costOfClone(off.server, large);
      return {
        'sync.off-ready': off.ready / never.ready,
        'sync.off-memory': off.memory / never.memory,
        ...used.figures,
        ...cloned,
      };
    } finally {
      remote.close();
      large.close();
    }
  },
};

function writeDags(folder: string, count: number, word: string): void {
  for (let index = 0; index < count; index++) {
    const text = `description: ${word} ${index}\nsteps:\n  - name: main\n    command: echo ${word}\n`;
    writeFileSync(join(folder, `dag-${index}.yaml`), text);
  }
}

/** Starts it again, several times. */
async function costWhileOff(first: RunningServer) {
  let server = first;
  const ready: number[] = [];
  const memory: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    server = await server.restart();
    ready.push(server.readyMs);
    await delay(SETTLED_MS);
    memory.push(residentMb(server.pid));
  }
  return { server, ready: median(ready), memory: median(memory) };
}

const onRemote = (server: RunningServer, { url }: GitRemote): Promise<RunningServer> =>
  server.restart({
    env: {
      ...tellingHeldLoop(server),
      SVC_GITSYNC_ENABLED: 'true',
      SVC_GITSYNC_REPOSITORY: url,
      SVC_GITSYNC_AUTH_TOKEN: 'token-of-the-bench',
    },
  });

const pull = ({ api }: RunningServer): Promise<unknown> => api.post('/sync/pull', {});

async function costWhileOn(before: RunningServer, remote: GitRemote) {
  const server = await onRemote(before, remote);
  await pull(server);
  // A file that was changed a moment ago is read at each look, here and by git.
  await delay(SETTLED_MS);
  const status = await timeOf(LOOKS, () => server.api.get('/sync/status'));
  const ownStatus = await timeOf(LOOKS, () => remote.git('status', '--porcelain'));
  const published = await costOfPublish(server, remote);
  const pulled = await costOfPull(server, remote);
  const figures = {
    'sync.status': status,
    'sync.status-git': status / ownStatus,
    ...published,
    ...pulled,
  };
  return { server, figures };
}

async function costOfPublish(server: RunningServer, remote: GitRemote) {
  const [ours, gits]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time++) {
    writeDags(join(server.home, 'dags'), PUBLISHED, `mine ${time}`);
    ours.push(await timeOf(1, () => server.api.post('/sync/publish-all', { message: 'Mine' })));
    await remote.git('pull', '-q');
    writeDags(remote.copy, PUBLISHED, `theirs ${time}`);
    gits.push(await timeOf(1, remote.commitAll));
    await pull(server);
  }
  const took = median(ours);
  return { 'sync.publish': took, 'sync.publish-git': took / median(gits) };
}

async function costOfPull(server: RunningServer, remote: GitRemote) {
  await remote.git('clone', '-q', remote.url, '../other');
  const [ours, gits, loop]: [number[], number[], number[]] = [[], [], []];
  for (let time = 0; time < TIMES; time++) {
    writeDags(remote.copy, PULLED, `theirs again ${time}`);
    await remote.commitAll();
    await heldLoopMs(server);
    ours.push(await timeOf(1, () => pull(server)));
    loop.push(await heldLoopMs(server));
    gits.push(await timeOf(1, () => remote.git('-C', '../other', 'pull', '-q')));
  }
  // The first one brings files that were not there.
  const took = median(ours.slice(1));
  return {
    'sync.pull': took,
    'sync.pull-git': took / median(gits.slice(1)),
    'sync.pull-loop': median(loop.slice(1)),
  };
}

async function costOfClone(before: RunningServer, remote: GitRemote) {
  for (let index = 0; index < LARGE_MB / PART_MB; index++) {
    writeFileSync(join(remote.copy, `part-${index}.bin`), randomBytes(PART_MB * MB));
  }
  await remote.commitAll();
  const server = await onRemote(before, remote);
  try {
    await heldLoopMs(server);
    const took = await timeOf(1, () => pull(server));
    const loop = await heldLoopMs(server);
    const theirs = await timeOf(1, () =>
      remote.git('clone', '-q', '--bare', remote.url, '../bare'),
    );
    return {
      'sync.clone': took,
      'sync.clone-git': took / theirs,
      'sync.clone-loop': loop,
    };
  } finally {
    await server.stop();
  }
}

/** Milliseconds, the median of some times one after the other. */
async function timeOf(times: number, act: () => Promise<unknown>): Promise<number> {
  return median(await timeEach({ times, atOnce: 1 }, act));
}
