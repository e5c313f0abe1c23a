import type { OperationHandlers } from '../../../contract/operations.ts';
import { countSlots, findSlots } from '../../../storage/slots.ts';
import { requireDag } from '../../find.ts';
import { paginationOf } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { toSlot } from '../../present-slot.ts';
import { whySlot } from './why.ts';

/** The ledger: what became of the slots of a DAG. */
export function slotHandlers(
  services: EngineServices,
): Pick<OperationHandlers, 'dags.slots' | 'dags.why'> {
  const { db } = services;
  return {
    'dags.slots': ({ page, perPage, ...input }) => {
      const { file } = requireDag(services, input.fileName);
      const query = {
        fileName: file.fileName,
        from: input.from ?? 0,
        to: input.to ?? Number.MAX_SAFE_INTEGER,
        fate: input.fate,
        kind: input.kind,
      };
      const slots = findSlots(db, query, { limit: perPage, offset: (page - 1) * perPage });
      return {
        slots: slots.map((slot) => toSlot(db, slot)),
        pagination: paginationOf(countSlots(db, query), page, perPage),
      };
    },
    'dags.why': ({ fileName, time, kind }) => {
      const { file, loaded } = requireDag(services, fileName);
      const isBroken = loaded.dag === null;
      const dag = loaded.dag ?? loaded.partial;
      return whySlot(services, { fileName: file.fileName, dag, isBroken, time, kind });
    },
  };
}
