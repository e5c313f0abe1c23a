import { expect, it } from 'vitest';
import { gather } from '../../../scripts/bench/crowd.ts';
import { anEngine, startInline } from '../../support/engine.ts';
import { served } from './served.ts';

it('an engine answers a crowd that listens and asks, and loses none of them', async () => {
  const engine = await anEngine();
  const { url } = await served(engine);

  const { took, failedReads, lostStreams } = await gather({
    base: `${url}/api/v1`,
    streams: 200,
    readsPerSecond: 200,
    seconds: 2,
    paths: ['/health', '/dags', '/dag-runs?limit=5'],
    happen: () => startInline('steps:\n  - command: "true"\n', { engine }),
  });

  expect({ failedReads, lostStreams }).toEqual({ failedReads: 0, lostStreams: 0 });
  expect(took.length).toBeGreaterThan(0);
});
