import type { EngineState } from '#contract/ipc.ts';
import type { EngineProcessListener } from '../../../main/engine-host/engine-process.ts';
import type { FromEngine, ToEngine } from '../../../main/engine-host/messages.ts';
import { createSupervisor } from '../../../main/engine-host/supervisor.ts';
import { manualTimer } from './manual-timer.ts';

/** A supervisor over processes that the test plays itself. */
export function supervisedEngine() {
  const timer = manualTimer();
  const lives: EngineProcessListener[] = [];
  const sent: ToEngine[] = [];
  const states: EngineState[] = [];
  const received: FromEngine[] = [];
  let kills = 0;
  const supervisor = createSupervisor({
    startProcess: (listener) => {
      lives.push(listener);
      return { send: (message) => sent.push(message), kill: () => (kills += 1) };
    },
    after: timer.after,
    onMessage: (message) => received.push(message),
    onState: (state) => states.push(state),
  });
  const current = () => {
    const life = lives.at(-1);
    if (life === undefined) throw new Error('No engine was started.');
    return life;
  };
  return {
    supervisor,
    timer,
    sent,
    received,
    starts: () => lives.length,
    kills: () => kills,
    phases: () => states.map(({ phase }) => phase),
    state: () => supervisor.state(),
    getReady: () => current().onMessage({ kind: 'ready', url: 'http://127.0.0.1:8080' }),
    refuse: (reason: string) => current().onMessage({ kind: 'refused', reason }),
    crash: (code = 1) => current().onExit(code),
  };
}
