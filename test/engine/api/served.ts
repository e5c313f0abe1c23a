import { onTestFinished } from 'vitest';
import { createApi, type ApiOptions } from '../../../engine/api/create-api.ts';
import { listen, type Listening } from '../../../engine/api/listen.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { watchAnswers } from '../../support/contract/watch-answers.ts';
import { silentLogger, type TestEngine } from '../../support/engine.ts';

/** A real engine behind the REST interface, to the end of the test. */
export async function served(
  engine: TestEngine,
  options: Partial<ApiOptions> = {},
): Promise<Listening> {
  const { call, authenticate, followRights, subscribe } = engine;
  const clock = systemClock;
  const api = createApi({
    ...{ call, authenticate, followRights, subscribe, clock },
    log: silentLogger(),
    assetsDir: null,
    ...options,
  });
  const listening = await listen(api, { host: '127.0.0.1', port: 0, clock });
  onTestFinished(listening.close);
  watchAnswers(listening.url);
  return listening;
}
