import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '../servers/api.ts';

const nameOf = (index: number): string => `bench-due-${index}`;

/** Writes so many definitions that are due each minute and run one command. */
export function fillDue(dagsDir: string, count: number, command: string): void {
  const spec = `schedule: "* * * * *"\nsteps:\n  - name: s\n    command: ${command}\n`;
  for (let index = 0; index < count; index += 1) {
    writeFileSync(join(dagsDir, `${nameOf(index)}.yaml`), spec);
  }
}

/** A slot that began a run. Milliseconds since the epoch. */
export interface RanSlot {
  readonly slot: number;
  readonly at: number;
  /** Whether that run is stored. */
  readonly hasRun: boolean;
}

interface SlotPage {
  readonly slots: readonly {
    readonly time: string;
    readonly decidedAt: string;
    readonly runStatus: string | null;
  }[];
}

/** The slots of these DAGs that ran, by the ledger. */
export async function ranSlots(api: Api, count: number): Promise<readonly RanSlot[]> {
  const ran: RanSlot[] = [];
  for (let index = 0; index < count; index += 1) {
    const { slots } = await api.get<SlotPage>(`/dags/${nameOf(index)}/slots?fate=ran&perPage=1000`);
    for (const { time, decidedAt, runStatus } of slots) {
      ran.push({ slot: Date.parse(time), at: Date.parse(decidedAt), hasRun: runStatus !== null });
    }
  }
  return ran;
}
