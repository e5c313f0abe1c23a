import { noSettings } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';

export const definition: TypedDefinition<null> = {
  name: 'router',
  aliases: [],
  about: 'Compares a value with patterns, and runs the matching steps.',
  takes: ['value', 'routes'],
  needs: [['value'], ['routes']],
  handles: false,
  readsSystem: false,
  settings: noSettings,
  check: () => {
    // Where the routes lead is checked with all steps at hand.
  },
  autoName: 'router',
  example: `type: graph
params:
  - KIND: refund
steps:
  - name: sort
    type: router
    value: \${KIND}
    routes:
      invoice: book
      "re:^refund": [pay_back, tell]
  - name: book
    command: echo booked
  - name: pay_back
    command: echo paid back
  - name: tell
    command: echo told
`,
};
