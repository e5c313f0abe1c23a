import type { SlotPolicy } from '../definition.ts';
import { duration } from './duration-field.ts';
import type { FieldSet } from './field.ts';
import { boolean, integer, oneOf } from './scalar-types.ts';

/** What becomes of scheduled starts, and of restarts. */
export const slotPolicyFields: FieldSet<SlotPolicy>['fields'] = {
  skipIfSuccessful: {
    key: 'skip_if_successful',
    about: 'Skip a scheduled start if a run has succeeded since the previous slot.',
    type: boolean,
    fallback: false,
  },
  restartWaitSec: {
    key: 'restart_wait_sec',
    about: 'Seconds to wait between stop and start in a restart.',
    type: integer({ min: 0 }),
    fallback: 0,
  },
  catchupWindowMs: {
    key: 'catchup_window',
    about: 'Catch up missed starts this far back, such as `6h` or `2d12h` (default: no catch-up).',
    type: duration,
    fallback: null,
  },
  overlapPolicy: {
    key: 'overlap_policy',
    about:
      'What happens to a missed start while a run is active, and to a due one while a run of the DAG waits in its global queue: `skip` drops it, `all` keeps each one, `latest` keeps only the newest.',
    type: oneOf(['skip', 'all', 'latest']),
    fallback: 'skip',
  },
  jitterSec: {
    key: 'jitter_sec',
    about:
      'Put off each scheduled start by a time of its own, shorter than so many seconds, so that DAGs of one minute do not all start at once. At most a day.',
    type: integer({ min: 0, max: 86_400 }),
    fallback: 0,
  },
};
