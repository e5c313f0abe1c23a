import type { OperationHandlers } from '../../contract/operations.ts';
import type { EngineServices } from '../engine-services.ts';
import { apiKeyHandlers } from './access/api-keys.ts';
import { auditHandlers } from './system/audit.ts';
import { authHandlers } from './access/auth.ts';
import { calendarHandlers } from './schedule/calendar.ts';
import { dagChangeHandlers } from './dags/dag-changes.ts';
import { dagDefinitionHandlers } from './dags/dag-definitions.ts';
import { dagRunHandlers } from './dags/dag-runs.ts';
import { importHandlers } from './imports/imports.ts';
import { keychainHandlers } from './system/keychain.ts';
import { maintenanceHandlers } from './system/maintenance.ts';
import { monitoringHandlers } from './system/monitoring.ts';
import { nodeHandlers } from './system/nodes.ts';
import { oidcHandlers } from './access/oidc.ts';
import { queueHandlers } from './queues/queues.ts';
import { runChangeHandlers } from './runs/run-changes.ts';
import { runHandlers } from './runs/runs.ts';
import { schedulePreviewHandlers } from './schedule/schedule-preview.ts';
import { slotHandlers } from './schedule/slots.ts';
import { subRunHandlers } from './runs/sub-runs.ts';
import { syncHandlers } from './sync/sync.ts';
import { systemHandlers } from './system/system.ts';
import { userHandlers } from './access/users.ts';
import { webhookHandlers } from './webhooks/webhooks.ts';

/** The handlers of all operations, by their groups. */
export function allHandlers(services: EngineServices): OperationHandlers {
  return {
    ...systemHandlers(services),
    ...monitoringHandlers(services),
    ...dagDefinitionHandlers(services),
    ...dagChangeHandlers(services),
    ...dagRunHandlers(services),
    ...runHandlers(services),
    ...runChangeHandlers(services),
    ...subRunHandlers(services),
    ...maintenanceHandlers(services),
    ...queueHandlers(services),
    ...slotHandlers(services),
    ...calendarHandlers(services),
    ...schedulePreviewHandlers(services),
    ...authHandlers(services),
    ...userHandlers(services),
    ...apiKeyHandlers(services),
    ...nodeHandlers(services),
    ...keychainHandlers(services),
    ...webhookHandlers(services),
    ...auditHandlers(services),
    ...oidcHandlers(services),
    ...syncHandlers(services),
    ...importHandlers(services),
  };
}
