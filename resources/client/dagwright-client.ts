/**
 * A client for the REST interface of Dagwright, in one file to copy: it needs `fetch` and nothing else.
 *
 *     const dagwright = createClient({ baseUrl: 'http://127.0.0.1:8080', token });
 *     const { dagRunId } = await dagwright.call('dags.start', {
 *       path: { fileName: 'nightly-report' },
 *       body: { params: '{"DAY":"today"}' },
 *     });
 *
 * Generated from the OpenAPI document by `node scripts/client.ts`; do not edit.
 */

export type APIKey = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Role of the key. The lower of this and the current role of its creator applies. */
  readonly role: 'admin' | 'manager' | 'operator' | 'viewer';
  /** First 8 characters of the key. */
  readonly keyPrefix: string;
  /** User id; `basic` for the user of basic authentication; empty for the owner of the machine. */
  readonly createdBy: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly createdAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly updatedAt: string;
  /** Present after the first use. */
  readonly lastUsedAt?: string;
};

export type AuditEntry = {
  readonly id: number;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly at: string;
  /** Name of the caller; empty if unknown. */
  readonly actor: string;
  /** `socket`: a program of the engine’s user, which can be a step. */
  readonly actorKind: 'owner' | 'socket' | 'user' | 'api_key' | 'basic' | 'webhook' | 'nobody';
  /** Address of the caller, or `window`, `cli`, `socket`. */
  readonly origin: string;
  /** Name of the operation; `request` if refused before it is known. */
  readonly operation: string;
  /** Target: a DAG, a run, a user; empty for none. */
  readonly target: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  /** Error code if refused or failed; empty when done. */
  readonly code: string;
  /** Reason if refused or failed; empty when done. */
  readonly message: string;
};

export type Calendar = {
  /** IANA time zone of its days. */
  readonly timezone: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly from: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly to: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly now: string;
  /** DAGs with a slot in that range, by name. */
  readonly dags: readonly {
    readonly fileName: string;
    readonly name: string;
    readonly schedule: readonly {
      readonly kind: 'start' | 'stop' | 'restart';
      readonly expression: string;
    }[];
    readonly suspended: boolean;
    /** Too many slots a day to list them: `slots` and `due` are empty, `days` counts them. */
    readonly frequent: boolean;
    /** Decided ones, oldest first. */
    readonly slots: readonly Slot[];
    /** Future ones. While the DAG is `suspended`, they start nothing. */
    readonly due: readonly PlannedSlot[];
    readonly days: readonly {
      readonly ran: number;
      readonly skipped: number;
      readonly missed: number;
      readonly failed: number;
      readonly pending: number;
      /** Not decided yet; none while the DAG is suspended. */
      readonly due: number;
      /** Day in the zone of the calendar: `2026-11-21`. */
      readonly date: string;
    }[];
  }[];
  readonly downtimes: readonly {
    /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
    readonly from: string;
    /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
    readonly to: string;
    readonly cause: 'engine_off' | 'asleep' | 'engine_held' | 'clock_forward';
  }[];
};

export type DAGDetail = {
  readonly fileName: string;
  readonly filePath: string;
  readonly dag: DAGObject;
  readonly localDags: readonly {
    readonly name: string;
    readonly dag: DAGObject;
    /** Load errors, each with line and column. */
    readonly errors: readonly string[];
  }[];
  readonly latestDAGRun: LatestDAGRun;
  readonly suspended: boolean;
  /** Load errors, each with line and column. */
  readonly errors: readonly string[];
  /** The next five scheduled starts, put off by `jitter_sec`. */
  readonly nextRuns: readonly string[];
};

export type DAGHead = {
  readonly name: string;
  readonly group: string;
  readonly schedule: readonly {
    readonly expression: string;
  }[];
  readonly description: string;
  /** `NAME=default`, or only the value of a positional parameter. */
  readonly params: readonly string[];
  readonly defaultParams: string;
  readonly tags: readonly string[];
};

export type DAGListItem = {
  readonly fileName: string;
  readonly dag: DAGHead;
  readonly latestDAGRun: LatestDAGRun;
  readonly suspended: boolean;
  /** Load errors, each with line and column. */
  readonly errors: readonly string[];
  /** Next scheduled start, put off by `jitter_sec`; empty without a schedule or when suspended. */
  readonly nextRun: string;
  /** Newest first, up to `recentRuns`. */
  readonly recentRuns?: readonly {
    readonly dagRunId: string;
    /** Status number: see the table of run and node statuses. */
    readonly status: number;
    readonly statusLabel:
      | 'not_started'
      | 'running'
      | 'failed'
      | 'aborted'
      | 'succeeded'
      | 'partially_succeeded'
      | 'waiting'
      | 'rejected'
      | 'queued';
    /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
    readonly startedAt: string;
    /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
    readonly finishedAt: string;
  }[];
};

export type DAGObject = {
  readonly name: string;
  readonly group: string;
  readonly schedule: readonly {
    readonly expression: string;
  }[];
  readonly description: string;
  /** Names; positional parameters have their position as name. */
  readonly params: readonly string[];
  readonly defaultParams: string;
  readonly tags: readonly string[];
  /** `NAME=default`, or only the value of a positional parameter. */
  readonly paramDefaults: readonly string[];
  /** What each parameter is for: the comment beside it, or right above it; empty without one. */
  readonly paramHelp?: readonly string[];
  /** For forms: what the JSON Schema of `params` says of each parameter, in their order. Left out without one. */
  readonly paramRules?: readonly {
    /** What it is for, without what the other fields say; empty if there is none. */
    readonly description: string;
    /** True: a start must give it, for it has no default. */
    readonly isRequired: boolean;
    /** `any`: the schema names none, or several. */
    readonly type:
      'any' | 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
    /** All values that it allows, as texts to start with; empty where they are not listed, are lists or maps, are more than 100, or one has more than 200 characters. */
    readonly choices: readonly string[];
    /** What people call each of `choices`, in their order: the `title` beside a `const`; empty for a value without one, and cut at 200 characters. Left out where none has one. A start takes the value. */
    readonly choiceTitles?: readonly string[];
    /** The least number; left out without a limit. */
    readonly minimum?: number;
    /** The greatest number; left out without a limit. */
    readonly maximum?: number;
  }[];
  /** Those of `params` that no start can set, because they change what code programs load. Left out where there are none. */
  readonly protectedParams?: readonly string[];
  readonly type: 'chain' | 'graph';
  readonly stopSchedule: readonly {
    readonly expression: string;
  }[];
  readonly restartSchedule: readonly {
    readonly expression: string;
  }[];
  /** Skip a scheduled start if a run has succeeded since the previous slot. */
  readonly skipIfSuccessful: boolean;
  /** Between the end of the old run and the start of the new one. */
  readonly restartWaitSec: number;
  /** How far back missed starts are caught up: `2d12h`; empty: no catch-up. */
  readonly catchupWindow: string;
  /** What happens to a missed start while a run is active. */
  readonly overlapPolicy: 'skip' | 'all' | 'latest';
  /** Scheduled starts are put off by less than so many seconds. */
  readonly jitterSec: number;
  /** Queue for its runs; empty: a queue with the name of the DAG. */
  readonly queue: string;
  /** `KEY=value` as written. */
  readonly env: readonly string[];
  readonly workingDir: string;
  readonly shell: readonly string[];
  readonly log_dir: string;
  readonly log_output: 'separate' | 'merged';
  readonly log_output_encoding?: string;
  readonly handler_on: Readonly<Record<string, Step>>;
  readonly steps: readonly Step[];
  /** Seconds. */
  readonly delay: number;
  readonly timeoutSec: number;
  readonly maxCleanUpTimeSec: number;
  /** Bytes. */
  readonly maxOutputSize: number;
  readonly hist_retention_days: number;
  /** Newest ended runs to keep; null: no limit. */
  readonly hist_retention_runs: number | null;
  readonly preconditions: readonly {
    readonly condition: string;
    readonly expected: string;
    readonly negate: boolean;
    readonly error: string;
  }[];
  readonly dotenv: readonly string[];
  /** Sources of the secrets, never their values. */
  readonly secrets: readonly {
    readonly name: string;
    readonly provider: 'env' | 'file';
    readonly key: string;
  }[];
  readonly runConfig: {
    readonly disableParamEdit: boolean;
    readonly disableRunIdEdit: boolean;
  };
  /** As written. It has no effect: queues set the limit. */
  readonly max_active_runs: number;
  readonly max_active_steps: number;
};

export type WebhookDelivery = {
  readonly id: number;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly receivedAt: string;
  /** Address of the sender. */
  readonly origin: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Why it was refused; empty if a run was queued. */
  readonly reason: string;
  /** The run; empty if none was queued. */
  readonly dagRunId: string;
  /** Size of the body. */
  readonly bytes: number;
};

export type Diagnostic = {
  readonly severity: 'error' | 'warning';
  /** Stable code of a warning, explained in the manual; `older-form`: a key of an earlier form, which an import can turn. */
  readonly code?: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** Exclusive. */
  readonly endColumn: number;
  /** Suggested text for the marked range. */
  readonly suggestion?: string;
};

export type DryRun = {
  readonly name: string;
  /** Merged parameters as JSON text. */
  readonly params: string;
  /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
  readonly warnings?: readonly string[];
  readonly workingDir: string;
  readonly preconditions: readonly {
    /** Expanded, with commands in backticks as written. */
    readonly condition: string;
    readonly expected: string;
    readonly negate: boolean;
  }[];
  /** In the order in which they can start. */
  readonly steps: readonly {
    readonly name: string;
    readonly type: string;
    readonly depends: readonly string[];
    /** Preconditions of the step. */
    readonly preconditions: readonly {
      /** Expanded, with commands in backticks as written. */
      readonly condition: string;
      readonly expected: string;
      readonly negate: boolean;
    }[];
    /** As a shell receives them, with values filled in. */
    readonly commands: readonly string[];
    readonly script: string;
    readonly workingDir: string;
    /** The sub-DAG with the parameters of each call; `known`: a DAG of that name exists. */
    readonly call: {
      readonly target: string;
      readonly params: readonly string[];
      readonly known: boolean;
    } | null;
    readonly routes: readonly {
      readonly pattern: string;
      readonly targets: readonly string[];
    }[];
    readonly prompt: string;
    /** What is unknown before the run, as sentences. */
    readonly notes: readonly string[];
  }[];
  readonly handlers: readonly {
    readonly event: string;
    readonly step: {
      readonly name: string;
      readonly type: string;
      readonly depends: readonly string[];
      /** Preconditions of the step. */
      readonly preconditions: readonly {
        /** Expanded, with commands in backticks as written. */
        readonly condition: string;
        readonly expected: string;
        readonly negate: boolean;
      }[];
      /** As a shell receives them, with values filled in. */
      readonly commands: readonly string[];
      readonly script: string;
      readonly workingDir: string;
      /** The sub-DAG with the parameters of each call; `known`: a DAG of that name exists. */
      readonly call: {
        readonly target: string;
        readonly params: readonly string[];
        readonly known: boolean;
      } | null;
      readonly routes: readonly {
        readonly pattern: string;
        readonly targets: readonly string[];
      }[];
      readonly prompt: string;
      /** What is unknown before the run, as sentences. */
      readonly notes: readonly string[];
    };
  }[];
  /** True: the caller has no access to the environment of the engine, dotenv files and secrets, so references to them stay as written. */
  readonly withheld?: boolean;
};

export type EngineEvent =
  | {
      /** A run was created or its status changed. */
      readonly type: 'run.changed';
      readonly run: {
        /** Name of the root run; its own name for root runs. */
        readonly rootDAGRunName: string;
        readonly rootDAGRunId: string;
        /** Empty for root runs. */
        readonly parentDAGRunName: string;
        readonly parentDAGRunId: string;
        readonly dagRunId: string;
        /** DAG name. */
        readonly name: string;
        /** Status number: see the table of run and node statuses. */
        readonly status: number;
        readonly statusLabel:
          | 'not_started'
          | 'running'
          | 'failed'
          | 'aborted'
          | 'succeeded'
          | 'partially_succeeded'
          | 'waiting'
          | 'rejected'
          | 'queued';
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly queuedAt: string;
        /** When it was planned to start; empty if no time was given. */
        readonly plannedAt: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly startedAt: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly finishedAt: string;
        /** Path of the run log. */
        readonly log: string;
        /** Merged parameters as JSON text. JSON given at the start is unchanged. */
        readonly params: string;
        readonly triggerType: 'scheduler' | 'manual' | 'webhook' | 'subdag' | 'retry' | 'catchup';
        readonly attemptId: string;
        /** Why the run failed or was aborted, in one line; empty otherwise. */
        readonly error: string;
        /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
        readonly warnings?: readonly string[];
      };
    }
  | {
      /** A run was deleted, manually or by retention. */
      readonly type: 'run.removed';
      readonly name: string;
      readonly dagRunId: string;
    }
  | {
      /** A step of a run changed its status. */
      readonly type: 'node.changed';
      readonly name: string;
      readonly dagRunId: string;
      /** Position in `nodes` of the run; handlers follow after the last step. */
      readonly index: number;
      readonly node: Node;
    }
  | {
      /** A log of a run grew; sent to subscribers of that one run, at most ten times a second. */
      readonly type: 'log.appended';
      readonly name: string;
      readonly dagRunId: string;
      /** Empty for the run log. */
      readonly stepName: string;
      readonly stream: 'stdout' | 'stderr';
    }
  | {
      /** A definition was created, edited, renamed, suspended or deleted. */
      readonly type: 'dag.changed';
      readonly fileName: string;
      readonly change: 'created' | 'updated' | 'deleted';
    }
  | {
      /** A run entered, left or moved within a queue. */
      readonly type: 'queue.changed';
      readonly queue: string;
    }
  | {
      /** A slot got its fate. */
      readonly type: 'slot.decided';
      readonly slot: Slot;
    }
  | {
      /** The engine stopped accepting new work, accepts it again, has another reason not to, or its health has another notice. */
      readonly type: 'health.changed';
      /** Why it accepts no work, as `error` of its health; empty when it does. */
      readonly error: string;
    }
  | {
      /** Git Sync began or ended something, or its settings changed. */
      readonly type: 'sync.changed';
      /** What is under way; empty: nothing. */
      readonly activity:
        '' | 'pull' | 'publish' | 'discard' | 'resolve' | 'restore' | 'forget' | 'accept' | 'test';
      /** Part of it, such as `Receiving objects`; empty for none. */
      readonly phase: string;
      readonly done: number;
      /** 0 where it is not known. */
      readonly total: number;
    }
  | {
      /** The stream resumed after events that are no longer available. Reload what you show. */
      readonly type: 'events.missed';
    };

export type LatestDAGRun = {
  /** Name of the root run; its own name for root runs. */
  readonly rootDAGRunName: string;
  readonly rootDAGRunId: string;
  /** Empty for root runs. */
  readonly parentDAGRunName: string;
  readonly parentDAGRunId: string;
  readonly dagRunId: string;
  /** DAG name. */
  readonly name: string;
  /** Status number: see the table of run and node statuses. */
  readonly status: number;
  readonly statusLabel:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'queued';
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly queuedAt: string;
  /** When it was planned to start; empty if no time was given. */
  readonly plannedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly startedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly finishedAt: string;
  /** Path of the run log. */
  readonly log: string;
  /** Merged parameters as JSON text. JSON given at the start is unchanged. */
  readonly params: string;
  readonly triggerType: '' | 'scheduler' | 'manual' | 'webhook' | 'subdag' | 'retry' | 'catchup';
  readonly attemptId: string;
  /** Why the run failed or was aborted, in one line; empty otherwise. */
  readonly error: string;
};

export type LogPage = {
  /** Lines joined by line feeds, without a final one. */
  readonly content: string;
  /** Lines returned. */
  readonly lineCount: number;
  readonly totalLines: number;
  /** Whether lines follow; with `tail`, whether earlier ones exist. */
  readonly hasMore: boolean;
  readonly isEstimate: boolean;
  /** Why the page is empty or truncated, in one sentence. */
  readonly note?: string;
};

export type RemoteNodeCheck = {
  readonly reachable: boolean;
  /** Empty if it is unreachable. */
  readonly version: string;
  readonly latencyMs: number;
  /** Why it is not available; empty if it is. */
  readonly error: string;
};

export type Node = {
  readonly step: Step;
  /** Path of the log of standard output. */
  readonly stdout: string;
  readonly stderr: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly startedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly finishedAt: string;
  readonly status: number;
  readonly statusLabel:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'skipped';
  readonly retryCount: number;
  readonly doneCount: number;
  readonly subRuns: readonly SubRun[];
  /** Sub-runs of earlier repetitions of the step. */
  readonly subRunsRepeated: readonly SubRun[];
  /** Why it failed, was skipped or was aborted; otherwise empty. */
  readonly error: string;
  /** Exit code of the last command; null if there is none yet. */
  readonly exitCode: number | null;
  /** checking: preconditions; executing; judging: whether to run again; pausing: before it runs again. */
  readonly stage: '' | 'checking' | 'executing' | 'judging' | 'pausing';
  /** When a pause ends. */
  readonly dueAt: string;
  /** Executions so far, including earlier attempts of the run. */
  readonly attempts: number;
  /** Resource usage of its last attempt; null if not measured. */
  readonly usage: {
    /** CPU time in milliseconds; many systems count in steps of 10 ms. */
    readonly cpuMs: number;
    /** Peak memory; 0: it ended before it was measured. */
    readonly peakMemoryBytes: number;
  } | null;
  /** What its type tells of its last attempt, such as the rows of a query, `left out`: parameters that its calls did not get, with the reasons, or `ended`: programs that it left running and that ended with it; absent: nothing. */
  readonly facts?: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** What a gate asks, with values in place of variables; present once it has asked something. */
  readonly prompt?: string;
  /** These three are present after an approval. */
  readonly approvedAt?: string;
  readonly approvedBy?: string;
  readonly approvalInputs?: Readonly<Record<string, string>>;
  /** These three are present after a rejection. */
  readonly rejectedAt?: string;
  readonly rejectedBy?: string;
  readonly rejectionReason?: string;
};

export type Pagination = {
  readonly totalRecords: number;
  readonly currentPage: number;
  readonly totalPages: number;
  readonly nextPage: number | null;
  readonly prevPage: number | null;
};

export type PlannedSlot = {
  readonly kind: 'start' | 'stop' | 'restart';
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly time: string;
  /** When its run starts: its time, unless `jitter_sec` puts that off. */
  readonly startsAt: string;
  /** Local time in the time zone of its schedule: `2026-03-29 03:00`. */
  readonly local: string;
  /** IANA zone of its schedule. */
  readonly timezone: string;
  /** Of that zone at that time: `+02:00`. */
  readonly offset: string;
  /** The line of the schedule, as written. */
  readonly expression: string;
  /** gap: the local time does not exist, so the slot is at the first moment after the gap; overlap: it exists twice, and this is the first; elapsed: the schedule is hourly or more frequent and follows elapsed time. */
  readonly rule: 'none' | 'gap' | 'overlap' | 'elapsed';
  /** The rule as one sentence; empty for `none`. */
  readonly note: string;
};

export type Queue = {
  readonly name: string;
  /** `global` is in the configuration; `dag-based` exists while it has runs. */
  readonly type: 'global' | 'dag-based';
  readonly maxConcurrency: number;
  readonly runningCount: number;
  readonly queuedCount: number;
  /** At most 100. */
  readonly running: readonly QueueItem[];
  /** The first 100, in the order in which they will start. */
  readonly queued: readonly QueueItem[];
};

export type QueueItem = {
  /** Name of the root run; its own name for root runs. */
  readonly rootDAGRunName: string;
  readonly rootDAGRunId: string;
  /** Empty for root runs. */
  readonly parentDAGRunName: string;
  readonly parentDAGRunId: string;
  readonly dagRunId: string;
  /** DAG name. */
  readonly name: string;
  /** Status number: see the table of run and node statuses. */
  readonly status: number;
  readonly statusLabel:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'queued';
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly queuedAt: string;
  /** When it was planned to start; empty if no time was given. */
  readonly plannedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly startedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly finishedAt: string;
  /** Path of the run log. */
  readonly log: string;
  /** Merged parameters as JSON text. JSON given at the start is unchanged. */
  readonly params: string;
  readonly triggerType: 'scheduler' | 'manual' | 'webhook' | 'subdag' | 'retry' | 'catchup';
  readonly attemptId: string;
  /** Why the run failed or was aborted, in one line; empty otherwise. */
  readonly error: string;
  /** 1 is next; 0 for a run that has left the queue. */
  readonly position: number;
  /** Why it is queued, in a few words; empty if it is running. */
  readonly reason: string;
  /** It starts at its `plannedAt`. Until then it stands behind all others and cannot be moved. */
  readonly waitsForTime: boolean;
};

export type RemoteNode = {
  readonly name: string;
  readonly baseUrl: string;
  readonly authType: 'none' | 'basic' | 'token';
  /** Where the token or password is: in the settings, in the keychain, nowhere yet (missing), or not needed (none). */
  readonly credential: 'none' | 'config' | 'keychain' | 'missing';
};

export type DAGRunDetail = {
  /** Name of the root run; its own name for root runs. */
  readonly rootDAGRunName: string;
  readonly rootDAGRunId: string;
  /** Empty for root runs. */
  readonly parentDAGRunName: string;
  readonly parentDAGRunId: string;
  readonly dagRunId: string;
  /** DAG name. */
  readonly name: string;
  /** Status number: see the table of run and node statuses. */
  readonly status: number;
  readonly statusLabel:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'queued';
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly queuedAt: string;
  /** When it was planned to start; empty if no time was given. */
  readonly plannedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly startedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly finishedAt: string;
  /** Path of the run log. */
  readonly log: string;
  /** Merged parameters as JSON text. JSON given at the start is unchanged. */
  readonly params: string;
  readonly triggerType: 'scheduler' | 'manual' | 'webhook' | 'subdag' | 'retry' | 'catchup';
  readonly attemptId: string;
  /** Why the run failed or was aborted, in one line; empty otherwise. */
  readonly error: string;
  readonly nodes: readonly Node[];
  readonly preconditions: readonly {
    readonly condition: string;
    /** Empty: the condition is a command that must succeed. */
    readonly expected: string;
    readonly negate: boolean;
    /** Empty: met, or not checked yet. */
    readonly error: string;
  }[];
  /** Counts from 1; a retry adds one. */
  readonly attempt: number;
  /** Steps that run at the same time; absent in what engines before this one answer. */
  readonly maxActiveSteps?: number;
  /** Where the definition is in Git; absent: it was never synced. */
  readonly git?: {
    /** Where the file was last the same here and in Git. */
    readonly commit: string;
    /** Whether the run has another text than this commit. */
    readonly changed: boolean;
  };
  /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
  readonly warnings?: readonly string[];
  /** Mails about the run; absent: there are none. */
  readonly mails?: readonly {
    /** step: a step failed. */
    readonly event: 'success' | 'failure' | 'wait' | 'step';
    /** Name of that step; otherwise empty. */
    readonly step: string;
    /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
    readonly createdAt: string;
    /** Empty: it has not been sent. */
    readonly sentAt: string;
    /** When it is tried next; empty: it was sent, or was given up. */
    readonly dueAt: string;
    /** Recipients, once it was tried. */
    readonly to: readonly string[];
    /** Why the last try failed; otherwise empty. */
    readonly error: string;
  }[];
  readonly onInit?: Node;
  readonly onSuccess?: Node;
  readonly onFailure?: Node;
  readonly onAbort?: Node;
  /** The same as `onAbort`. */
  readonly onCancel?: Node;
  readonly onWait?: Node;
  readonly onExit?: Node;
};

export type Outputs = {
  readonly metadata: {
    readonly dagName: string;
    readonly dagRunId: string;
    readonly attemptId: string;
    readonly status:
      | 'not_started'
      | 'running'
      | 'failed'
      | 'aborted'
      | 'succeeded'
      | 'partially_succeeded'
      | 'waiting'
      | 'rejected'
      | 'queued';
    /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
    readonly completedAt: string;
    readonly params: string;
  };
  readonly outputs: Readonly<Record<string, string>>;
};

export type DAGRunSummary = {
  /** Name of the root run; its own name for root runs. */
  readonly rootDAGRunName: string;
  readonly rootDAGRunId: string;
  /** Empty for root runs. */
  readonly parentDAGRunName: string;
  readonly parentDAGRunId: string;
  readonly dagRunId: string;
  /** DAG name. */
  readonly name: string;
  /** Status number: see the table of run and node statuses. */
  readonly status: number;
  readonly statusLabel:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'queued';
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly queuedAt: string;
  /** When it was planned to start; empty if no time was given. */
  readonly plannedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly startedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly finishedAt: string;
  /** Path of the run log. */
  readonly log: string;
  /** Merged parameters as JSON text. JSON given at the start is unchanged. */
  readonly params: string;
  readonly triggerType: 'scheduler' | 'manual' | 'webhook' | 'subdag' | 'retry' | 'catchup';
  readonly attemptId: string;
  /** Why the run failed or was aborted, in one line; empty otherwise. */
  readonly error: string;
};

export type Session = {
  /** JWT for the header `Authorization: Bearer`. */
  readonly token: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly expiresAt: string;
  readonly user: User;
};

export type Slot = {
  readonly fileName: string;
  /** DAG name. */
  readonly name: string;
  readonly kind: 'start' | 'stop' | 'restart';
  /** When it was due. */
  readonly time: string;
  /** When its run was to start: its time, unless `jitter_sec` put that off. */
  readonly startsAt: string;
  /** ran: done; skipped: by a rule; missed: no engine was able to act; failed: the run was refused; pending: not decided yet. */
  readonly fate: 'ran' | 'skipped' | 'missed' | 'failed' | 'pending';
  readonly reason:
    | 'on_time'
    | 'late'
    | 'caught_up'
    | 'suspended'
    | 'under_review'
    | 'overlap'
    | 'already_succeeded'
    | 'catchup_cap'
    | 'superseded'
    | 'not_running'
    | 'invalid'
    | 'deleted'
    | 'engine_off'
    | 'asleep'
    | 'engine_held'
    | 'clock_forward'
    | 'busy'
    | 'refused'
    | 'to_catch_up'
    | 'restarting'
    | 'jitter'
    | 'queued'
    | 'dequeued';
  /** The reason as one sentence. */
  readonly detail: string;
  /** The run that it started, stopped or met; empty for none. */
  readonly dagRunId: string;
  /** Current status of that run; null if there is none. */
  readonly runStatus:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'queued'
    | null;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly decidedAt: string;
};

export type Step = {
  readonly name: string;
  readonly id: string;
  /** Step type; `shell` unless the definition says otherwise. */
  readonly type: string;
  readonly description: string;
  /** Working directory as written. */
  readonly dir: string;
  /** The command, or the first one of a list. */
  readonly command: string;
  /** All commands, in order. */
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly script: string;
  readonly shell: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  /** Variable that stores the output. */
  readonly output: string;
  readonly preconditions: readonly {
    readonly condition: string;
    /** Empty: the condition is a command that must succeed. */
    readonly expected: string;
    readonly negate: boolean;
  }[];
  /** Names of the steps that it depends on; in a chain, the previous step. */
  readonly depends: readonly string[];
  /** Sub-DAG that the step calls. */
  readonly run: string;
  readonly params: string;
  readonly repeat_policy: {
    readonly repeat: boolean;
    readonly interval: number;
  };
  readonly mail_on_error: boolean;
  readonly timeoutSec: number;
  readonly signalOnStop: string;
  /** `KEY=value` as written. */
  readonly env: readonly string[];
  /** Null: any failure and any skip blocks the next steps. */
  readonly continueOn: {
    readonly failure: boolean;
    readonly skipped: boolean;
    readonly exitCode: readonly number[];
    readonly output: readonly string[];
    readonly markSuccess: boolean;
  } | null;
  /** Null: a failure is final. */
  readonly retryPolicy: {
    /** A reference is shown as written, and looked up when a step fails. */
    readonly intervalSec: number | string;
    /** Factor by which the pause grows; 1: constant. */
    readonly backoff: number;
    /** 0: no limit. */
    readonly maxIntervalSec: number;
    /** A reference is shown as written, and looked up when a step fails. */
    readonly limit: number | string;
    readonly exitCode: readonly number[];
  } | null;
  readonly repeatPolicy: {
    readonly repeat: 'while' | 'until';
    readonly condition: string;
    readonly expected: string;
    readonly exitCode: readonly number[];
    readonly limit: number;
    readonly intervalSec: number;
    /** Factor by which the pause grows; 1: constant. */
    readonly backoff: number;
    /** 0: no limit. */
    readonly maxIntervalSec: number;
  } | null;
  readonly parallel: {
    /** As written; empty if they come from a variable. */
    readonly items: readonly string[];
    /** Text with the items; empty for a list. */
    readonly variable: string;
    readonly maxConcurrent: number;
  } | null;
  readonly router: {
    readonly value: string;
    readonly routes: readonly {
      readonly pattern: string;
      readonly targets: readonly string[];
    }[];
  } | null;
  /** Settings of a step of type `hitl`. */
  readonly gate: {
    readonly prompt: string;
    /** Names of the inputs of an approval. */
    readonly input: readonly string[];
    readonly required: readonly string[];
  } | null;
};

export type SubRun = {
  /** Empty while it waits, or if there was no run. */
  readonly dagRunId: string;
  /** Parameters of the call, `K=V "x y"`. */
  readonly params: string;
  readonly name: string;
  /** Status number: see the table of run and node statuses. */
  readonly status: number;
  readonly statusLabel:
    | 'not_started'
    | 'running'
    | 'failed'
    | 'aborted'
    | 'succeeded'
    | 'partially_succeeded'
    | 'waiting'
    | 'rejected'
    | 'queued';
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly startedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly finishedAt: string;
  readonly error: string;
};

export type User = {
  readonly id: string;
  readonly username: string;
  readonly role: 'admin' | 'manager' | 'operator' | 'viewer';
  /** Login method of the user. */
  readonly authProvider: 'builtin' | 'oidc';
  readonly isDisabled: boolean;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly createdAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly updatedAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly lastLoginAt: string;
};

export type Validation = {
  readonly valid: boolean;
  /** Load errors, each with line and column. */
  readonly errors: readonly string[];
  /** The readable part, also when there are errors. */
  readonly dag?: {
    readonly name?: string;
    readonly group?: string;
    readonly schedule?: readonly {
      readonly expression: string;
    }[];
    readonly description?: string;
    /** Names; positional parameters have their position as name. */
    readonly params?: readonly string[];
    readonly defaultParams?: string;
    readonly tags?: readonly string[];
    /** `NAME=default`, or only the value of a positional parameter. */
    readonly paramDefaults?: readonly string[];
    /** What each parameter is for: the comment beside it, or right above it; empty without one. */
    readonly paramHelp?: readonly string[];
    /** For forms: what the JSON Schema of `params` says of each parameter, in their order. Left out without one. */
    readonly paramRules?: readonly {
      /** What it is for, without what the other fields say; empty if there is none. */
      readonly description: string;
      /** True: a start must give it, for it has no default. */
      readonly isRequired: boolean;
      /** `any`: the schema names none, or several. */
      readonly type:
        'any' | 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
      /** All values that it allows, as texts to start with; empty where they are not listed, are lists or maps, are more than 100, or one has more than 200 characters. */
      readonly choices: readonly string[];
      /** What people call each of `choices`, in their order: the `title` beside a `const`; empty for a value without one, and cut at 200 characters. Left out where none has one. A start takes the value. */
      readonly choiceTitles?: readonly string[];
      /** The least number; left out without a limit. */
      readonly minimum?: number;
      /** The greatest number; left out without a limit. */
      readonly maximum?: number;
    }[];
    /** Those of `params` that no start can set, because they change what code programs load. Left out where there are none. */
    readonly protectedParams?: readonly string[];
    readonly type?: 'chain' | 'graph';
    readonly stopSchedule?: readonly {
      readonly expression: string;
    }[];
    readonly restartSchedule?: readonly {
      readonly expression: string;
    }[];
    /** Skip a scheduled start if a run has succeeded since the previous slot. */
    readonly skipIfSuccessful?: boolean;
    /** Between the end of the old run and the start of the new one. */
    readonly restartWaitSec?: number;
    /** How far back missed starts are caught up: `2d12h`; empty: no catch-up. */
    readonly catchupWindow?: string;
    /** What happens to a missed start while a run is active. */
    readonly overlapPolicy?: 'skip' | 'all' | 'latest';
    /** Scheduled starts are put off by less than so many seconds. */
    readonly jitterSec?: number;
    /** Queue for its runs; empty: a queue with the name of the DAG. */
    readonly queue?: string;
    /** `KEY=value` as written. */
    readonly env?: readonly string[];
    readonly workingDir?: string;
    readonly shell?: readonly string[];
    readonly log_dir?: string;
    readonly log_output?: 'separate' | 'merged';
    readonly log_output_encoding?: string;
    readonly handler_on?: Readonly<Record<string, Step>>;
    readonly steps?: readonly Step[];
    /** Seconds. */
    readonly delay?: number;
    readonly timeoutSec?: number;
    readonly maxCleanUpTimeSec?: number;
    /** Bytes. */
    readonly maxOutputSize?: number;
    readonly hist_retention_days?: number;
    /** Newest ended runs to keep; null: no limit. */
    readonly hist_retention_runs?: number | null;
    readonly preconditions?: readonly {
      readonly condition: string;
      readonly expected: string;
      readonly negate: boolean;
      readonly error: string;
    }[];
    readonly dotenv?: readonly string[];
    /** Sources of the secrets, never their values. */
    readonly secrets?: readonly {
      readonly name: string;
      readonly provider: 'env' | 'file';
      readonly key: string;
    }[];
    readonly runConfig?: {
      readonly disableParamEdit: boolean;
      readonly disableRunIdEdit: boolean;
    };
    /** As written. It has no effect: queues set the limit. */
    readonly max_active_runs?: number;
    readonly max_active_steps?: number;
  };
  readonly diagnostics: readonly Diagnostic[];
};

export type Webhook = {
  readonly id: string;
  readonly dagName: string;
  /** First 12 characters of the token. */
  readonly tokenPrefix: string;
  readonly enabled: boolean;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly createdAt: string;
  /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
  readonly updatedAt: string;
  /** User id; empty for the owner of the machine. */
  readonly createdBy: string;
  /** Present after the first use. */
  readonly lastUsedAt?: string;
  /** Signature that requests must have. With one, the token is optional. */
  readonly signature: 'none' | 'github' | 'gitlab' | 'slack' | 'stripe' | 'hmac';
  /** Whether bodies may be forms (`application/x-www-form-urlencoded`). */
  readonly formBodies: boolean;
};

export type ErrorBody = {
  readonly code:
    | 'bad_request'
    | 'not_running'
    | 'unauthorized'
    | 'forbidden'
    | 'not_found'
    | 'method_not_allowed'
    | 'timeout'
    | 'already_exists'
    | 'already_running'
    | 'max_run_reached'
    | 'conflict'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
  /** Description of the error, as a sentence. */
  readonly message: string;
  /** Details of the message, such as invalid fields or load errors. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** With `timeout` of start-sync: the run, which continues in the background. */
  readonly dagRunId?: string;
  /** With `conflict` of Git Sync: the item. */
  readonly itemId?: string;
  /** The commit that is in conflict with it. */
  readonly remoteCommit?: string;
  /** Who made that commit. */
  readonly remoteAuthor?: string;
  /** The message of the last remote commit. */
  readonly remoteMessage?: string;
};

export type Worker = {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly health_status:
    | 'WORKER_HEALTH_STATUS_HEALTHY'
    | 'WORKER_HEALTH_STATUS_WARNING'
    | 'WORKER_HEALTH_STATUS_UNHEALTHY';
  readonly last_heartbeat: string;
  readonly running_tasks: readonly {
    readonly dagName: string;
    readonly dagRunId: string;
    readonly rootDagRunName: string;
    readonly rootDagRunId: string;
    readonly parentDagRunName: string;
    readonly parentDagRunId: string;
    readonly startedAt: string;
  }[];
};

/** Every operation by its name. */
export interface Operations {
  /** Health of the engine; 503 if it is unhealthy. Requires no credentials. */
  readonly 'system.health': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly status: 'healthy' | 'unhealthy';
      /** Version of the engine. */
      readonly version: string;
      /** Seconds since the engine started. */
      readonly uptime: number;
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly timestamp: string;
      /** Only when unhealthy. */
      readonly error?: string;
      /** What its owner should know although it is healthy, such as that nothing is deleted for its age. */
      readonly notice?: string;
    };
  };
  /** The OpenAPI 3.1 document of this interface. Requires no credentials. */
  readonly 'system.openapi': {
    readonly input: Record<never, never>;
    readonly output: Readonly<Record<string, unknown>>;
  };
  /** The JSON Schema of DAG files, for editors. Requires no credentials. */
  readonly 'system.dagSchema': {
    readonly input: Record<never, never>;
    readonly output: Readonly<Record<string, unknown>>;
  };
  /** Appearance of the window (`ui.*` of the settings), to tell several engines apart. Requires no credentials. */
  readonly 'system.uiSettings': {
    readonly input: Record<never, never>;
    readonly output: {
      /** Name in the title bar; empty for the default. */
      readonly navbarTitle: string;
      /** `#rgb`, `#rrggbb` or a name; empty for none. */
      readonly navbarColor: string;
    };
  };
  /** CPU, memory and disk usage of the machine. Requires the role viewer or a higher one. */
  readonly 'system.resources': {
    readonly input: {
      readonly query?: {
        /** How far back: `30m`, `24h`. */
        readonly duration?: string;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      /** Percent of all cores. */
      readonly cpu: readonly {
        /** Unix seconds. */
        readonly timestamp: number;
        /** In the unit of its series. */
        readonly value: number;
      }[];
      /** Percent. */
      readonly memory: readonly {
        /** Unix seconds. */
        readonly timestamp: number;
        /** In the unit of its series. */
        readonly value: number;
      }[];
      /** Percent of the disk of the data folder. */
      readonly disk: readonly {
        /** Unix seconds. */
        readonly timestamp: number;
        /** In the unit of its series. */
        readonly value: number;
      }[];
      /** Average of one minute. */
      readonly load: readonly {
        /** Unix seconds. */
        readonly timestamp: number;
        /** In the unit of its series. */
        readonly value: number;
      }[];
      /** Of the machine, now. */
      readonly memoryTotalBytes: number;
      readonly memoryUsedBytes: number;
      /** Of the disk of the data folder, now. */
      readonly diskTotalBytes: number;
      readonly diskUsedBytes: number;
    };
  };
  /** Metrics in the Prometheus text format; with `metrics: private` only for callers with a role. Requires the role viewer unless `metrics` is `public`. */
  readonly 'system.metrics': {
    readonly input: Record<never, never>;
    readonly output: string;
  };
  /** List DAGs by page, filtered by name and tags. Requires the role viewer or a higher one. */
  readonly 'dags.list': {
    readonly input: {
      readonly query?: {
        readonly page?: number;
        readonly perPage?: number;
        /** Part of the name, ignoring case. */
        readonly name?: string;
        /** Filters joined by commas, all of which must match: `key`, `key=value`, `!key`, wildcards `*` and `?`. */
        readonly tags?: string;
        /** `nextRun`: when the schedule starts it next. */
        readonly sort?: 'name' | 'nextRun';
        readonly order?: 'asc' | 'desc';
        /** Number of latest runs for each item. */
        readonly recentRuns?: number;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly dags: readonly DAGListItem[];
      /** What is wrong in the folder of DAGs. */
      readonly errors: readonly string[];
      readonly pagination: Pagination;
    };
  };
  /** Create a DAG, by default with a single echo step. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'dags.create': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** A name has 1 to 40 characters: letters, digits, dashes, dots and underscores. */
        readonly name: string;
        /** The definition as YAML text. */
        readonly spec?: string;
      };
    };
    readonly output: {
      /** Name of the file, without extension. */
      readonly name: string;
    };
  };
  /** List the tags of all DAGs. Requires the role viewer or a higher one. */
  readonly 'dags.tags': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      /** Each once, sorted. */
      readonly tags: readonly string[];
      /** What is wrong in the folder of DAGs, and definitions that do not load. */
      readonly errors: readonly string[];
    };
  };
  /** Search the definitions, ignoring case. Requires the role viewer or a higher one. */
  readonly 'dags.search': {
    readonly input: {
      readonly query: {
        /** The text. */
        readonly q: string;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly results: readonly {
        /** File name without `.yaml`. */
        readonly name: string;
        readonly dag: {
          readonly name: string;
        };
        /** The first 100 lines that match. */
        readonly matches: readonly {
          /** The line with up to two lines before and after it. */
          readonly line: string;
          /** Number of the line that matches, from 1. */
          readonly lineNumber: number;
          /** Number of the first line of `line`. */
          readonly startLine: number;
        }[];
      }[];
      /** What is wrong in the folder of DAGs, and definitions that do not load. */
      readonly errors: readonly string[];
    };
  };
  /** Check a definition, without storing it. Requires the role viewer or a higher one. */
  readonly 'dags.validate': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** The definition as YAML text. */
        readonly spec: string;
        /** Used when the spec has no name. */
        readonly name?: string;
      };
    };
    readonly output: Validation;
  };
  /** One DAG with its definition and latest run. Requires the role viewer or a higher one. */
  readonly 'dags.get': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: DAGDetail;
  };
  /** Delete a DAG. Its runs stay until their retention ends. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'dags.delete': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: undefined;
  };
  /** The exact YAML text of a DAG. Requires the role viewer or a higher one. */
  readonly 'dags.getSpec': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly dag: {
        /** As the definition says, or that of its file. */
        readonly name: string;
      };
      /** The definition as YAML text. */
      readonly spec: string;
      /** Why it does not load; empty: it does. */
      readonly errors: readonly string[];
      /** Another one for every text. `PUT` takes it. */
      readonly version: string;
    };
  };
  /** Replace the YAML text. A text with errors is not saved, and the errors are returned. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'dags.updateSpec': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** The definition as YAML text. */
        readonly spec: string;
        /** The version of the text that this one replaces, as `GET` answered it. While the file has another one, nothing is saved: 409 `conflict`. Without it, whatever is there is replaced. */
        readonly version?: string;
      };
    };
    readonly output: {
      /** Why it does not load; empty: it does. */
      readonly errors: readonly string[];
    };
  };
  /** Summarize what a text changes in the meaning of a DAG, without storing it. Requires the role viewer or a higher one. */
  readonly 'dags.changes': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** The definition as YAML text. */
        readonly spec: string;
        /** The text before the changes (default: that of the file). */
        readonly against?: string;
      };
    };
    readonly output: {
      /** Keys of the DAG itself. */
      readonly fields: readonly {
        /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
        readonly field: string;
        /** As it would be written, or as JSON; null where there is none. */
        readonly before: string | null;
        /** As it would be written, or as JSON; null where there is none. */
        readonly after: string | null;
      }[];
      readonly steps: readonly {
        /** A renamed step may have other changes too. */
        readonly change: 'added' | 'removed' | 'renamed' | 'changed';
        /** Its name now, or the last one; for a handler its event. */
        readonly name: string;
        /** Another one only for `renamed`. */
        readonly previousName: string;
        /** Empty for a step that was removed. */
        readonly fields: readonly {
          /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
          readonly field: string;
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        /** Steps that must end first. What only follows a rename is left out. */
        readonly depends: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
      }[];
      readonly handlers: readonly {
        /** A renamed step may have other changes too. */
        readonly change: 'added' | 'removed' | 'renamed' | 'changed';
        /** Its name now, or the last one; for a handler its event. */
        readonly name: string;
        /** Another one only for `renamed`. */
        readonly previousName: string;
        /** Empty for a step that was removed. */
        readonly fields: readonly {
          /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
          readonly field: string;
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        /** Steps that must end first. What only follows a rename is left out. */
        readonly depends: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
      }[];
      /** Null where it is the same. */
      readonly schedule: {
        /** IANA time zone of lines without one. */
        readonly timezone: string;
        readonly before: {
          readonly lines: readonly {
            readonly kind: 'start' | 'stop' | 'restart';
            readonly expression: string;
          }[];
          /** The next five times, with their zones. */
          readonly next: readonly PlannedSlot[];
        };
        readonly after: {
          readonly lines: readonly {
            readonly kind: 'start' | 'stop' | 'restart';
            readonly expression: string;
          }[];
          /** The next five times, with their zones. */
          readonly next: readonly PlannedSlot[];
        };
      } | null;
      /** With their defaults. */
      readonly params: readonly {
        readonly name: string;
        readonly change: 'added' | 'removed' | 'changed';
        /** As it would be written, or as JSON; null where there is none. */
        readonly before: string | null;
        /** As it would be written, or as JSON; null where there is none. */
        readonly after: string | null;
        readonly requiredBefore: boolean;
        /** A start without a value for it is refused. */
        readonly requiredAfter: boolean;
      }[];
      /** With their sources, never their values. */
      readonly secrets: readonly {
        readonly name: string;
        readonly change: 'added' | 'removed' | 'changed';
        /** As it would be written, or as JSON; null where there is none. */
        readonly before: string | null;
        /** As it would be written, or as JSON; null where there is none. */
        readonly after: string | null;
      }[];
      /** Programs that commands, conditions and backticks name, as far as they are known. */
      readonly programs: {
        readonly added: readonly string[];
        readonly removed: readonly string[];
      };
      /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
      readonly hosts: {
        readonly added: readonly string[];
        readonly removed: readonly string[];
      };
      /** DAGs that steps call. */
      readonly calls: {
        readonly added: readonly string[];
        readonly removed: readonly string[];
      };
      /** unknown: a side does not load, so that nothing else is compared. */
      readonly change: 'none' | 'created' | 'deleted' | 'changed' | 'unknown';
      readonly errors: {
        readonly before: readonly Diagnostic[];
        readonly after: readonly Diagnostic[];
      };
      /** Those of the same file that differ. */
      readonly localDags: readonly {
        /** Keys of the DAG itself. */
        readonly fields: readonly {
          /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
          readonly field: string;
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        readonly steps: readonly {
          /** A renamed step may have other changes too. */
          readonly change: 'added' | 'removed' | 'renamed' | 'changed';
          /** Its name now, or the last one; for a handler its event. */
          readonly name: string;
          /** Another one only for `renamed`. */
          readonly previousName: string;
          /** Empty for a step that was removed. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Steps that must end first. What only follows a rename is left out. */
          readonly depends: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
        }[];
        readonly handlers: readonly {
          /** A renamed step may have other changes too. */
          readonly change: 'added' | 'removed' | 'renamed' | 'changed';
          /** Its name now, or the last one; for a handler its event. */
          readonly name: string;
          /** Another one only for `renamed`. */
          readonly previousName: string;
          /** Empty for a step that was removed. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Steps that must end first. What only follows a rename is left out. */
          readonly depends: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
        }[];
        /** Null where it is the same. */
        readonly schedule: {
          /** IANA time zone of lines without one. */
          readonly timezone: string;
          readonly before: {
            readonly lines: readonly {
              readonly kind: 'start' | 'stop' | 'restart';
              readonly expression: string;
            }[];
            /** The next five times, with their zones. */
            readonly next: readonly PlannedSlot[];
          };
          readonly after: {
            readonly lines: readonly {
              readonly kind: 'start' | 'stop' | 'restart';
              readonly expression: string;
            }[];
            /** The next five times, with their zones. */
            readonly next: readonly PlannedSlot[];
          };
        } | null;
        /** With their defaults. */
        readonly params: readonly {
          readonly name: string;
          readonly change: 'added' | 'removed' | 'changed';
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
          readonly requiredBefore: boolean;
          /** A start without a value for it is refused. */
          readonly requiredAfter: boolean;
        }[];
        /** With their sources, never their values. */
        readonly secrets: readonly {
          readonly name: string;
          readonly change: 'added' | 'removed' | 'changed';
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        /** Programs that commands, conditions and backticks name, as far as they are known. */
        readonly programs: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
        readonly hosts: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** DAGs that steps call. */
        readonly calls: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        readonly name: string;
        readonly change: 'created' | 'deleted' | 'changed';
      }[];
      /** Other DAGs with a step that calls this one. */
      readonly calledBy: readonly string[];
    };
  };
  /** Rename a DAG. Its history is kept. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'dags.rename': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** A name has 1 to 40 characters: letters, digits, dashes, dots and underscores. */
        readonly newFileName: string;
      };
    };
    readonly output: undefined;
  };
  /** Suspend or resume the schedule of a DAG. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'dags.suspend': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        readonly suspend: boolean;
      };
    };
    readonly output: undefined;
  };
  /** Start a run, and return at once. Requires the role operator or a higher one. With `defaultWorkingDir` it requires the role manager, or operator where `permissions.inline_runs` is `operator`. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'dags.start': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
        /** Id of the new run (default: a UUID v7). */
        readonly dagRunId?: string;
        /** Replaces the DAG name for this run. */
        readonly dagName?: string;
        /** Refuse the start if the DAG has an active run. */
        readonly singleton?: boolean;
        /** Default working directory (default: the folder of the DAG file, or a private folder for an inline definition). */
        readonly defaultWorkingDir?: string;
        /** When it is to start; now if omitted. `18:00` is the next time at which the clock shows it, in the time zone of the engine; or ISO 8601, such as `2026-11-29T18:00`. Until then the run is `queued`. */
        readonly at?: string;
      };
    };
    readonly output: {
      /** Id of the new run. */
      readonly dagRunId: string;
      /** When it is to start; left out if that is now. */
      readonly plannedAt?: string;
      /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
      readonly warnings?: readonly string[];
    };
  };
  /** Start a run, and return when it ends or waits for approval; 408 on timeout. Requires the role operator or a higher one. With `defaultWorkingDir` it requires the role manager, or operator where `permissions.inline_runs` is `operator`. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'dags.startSync': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
        /** Id of the new run (default: a UUID v7). */
        readonly dagRunId?: string;
        /** Replaces the DAG name for this run. */
        readonly dagName?: string;
        /** Refuse the start if the DAG has an active run. */
        readonly singleton?: boolean;
        /** Default working directory (default: the folder of the DAG file, or a private folder for an inline definition). */
        readonly defaultWorkingDir?: string;
        /** Seconds to wait. */
        readonly timeout: number;
      };
    };
    readonly output: {
      readonly dagRun: DAGRunDetail;
      /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
      readonly warnings?: readonly string[];
    };
  };
  /** Show what a run would do, without executing anything. Requires the role viewer or a higher one. */
  readonly 'dags.dryRun': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
      };
    };
    readonly output: DryRun;
  };
  /** Stop every active run of a DAG. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'dags.stopAll': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      /** Runs that could not be stopped, and why. */
      readonly errors: readonly string[];
    };
  };
  /** List the runs of a DAG, newest first, with the grid of its steps. Requires the role viewer or a higher one. */
  readonly 'dags.runs': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** Number of newest runs. */
        readonly limit?: number;
        /** `nextCursor` of the previous page. */
        readonly cursor?: string;
      };
    };
    readonly output: {
      readonly dagRuns: readonly DAGRunDetail[];
      readonly gridData: readonly {
        readonly name: string;
        readonly history: readonly number[];
      }[];
      /** Present if more runs follow. */
      readonly nextCursor?: string;
    };
  };
  /** One run of a DAG. Requires the role viewer or a higher one. */
  readonly 'dags.run': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly dagRun: DAGRunDetail;
    };
  };
  /** List runs, newest first. Without `limit`, returns all matches. Requires the role viewer or a higher one. */
  readonly 'runs.list': {
    readonly input: {
      readonly query?: {
        readonly status?: number;
        /** Unix seconds, inclusive. */
        readonly fromDate?: number;
        /** Unix seconds, inclusive. */
        readonly toDate?: number;
        /** Part of the run id. */
        readonly dagRunId?: string;
        /** Filters over the tags of the DAG, as in `dags.list`. */
        readonly tags?: string;
        readonly limit?: number;
        /** `nextCursor` of the previous page. */
        readonly cursor?: string;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** Exact DAG name. */
        readonly name?: string;
      };
    };
    readonly output: {
      readonly dagRuns: readonly DAGRunSummary[];
      /** Present if more runs follow. */
      readonly nextCursor?: string;
    };
  };
  /** Run a definition given in the request, without storing it. Requires the role manager or a higher one. Operators can call it too where `permissions.inline_runs` is `operator`. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.start': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** The definition as YAML text. */
        readonly spec: string;
        /** Name of the run; overrides the name in the spec. */
        readonly name?: string;
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
        /** Id of the new run (default: a UUID v7). */
        readonly dagRunId?: string;
        /** Refuse the start if the DAG has an active run. */
        readonly singleton?: boolean;
        /** Default working directory (default: the folder of the DAG file, or a private folder for an inline definition). */
        readonly defaultWorkingDir?: string;
        /** When it is to start; now if omitted. `18:00` is the next time at which the clock shows it, in the time zone of the engine; or ISO 8601, such as `2026-11-29T18:00`. Until then the run is `queued`. */
        readonly at?: string;
        /** YAML text to use instead of base.yaml. */
        readonly base?: string;
      };
    };
    readonly output: {
      /** Id of the new run. */
      readonly dagRunId: string;
      /** When it is to start; left out if that is now. */
      readonly plannedAt?: string;
      /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
      readonly warnings?: readonly string[];
    };
  };
  /** List the runs of one name, stored DAG or not; as `runs.list` otherwise. Requires the role viewer or a higher one. */
  readonly 'runs.listOf': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
      };
      readonly query?: {
        readonly status?: number;
        /** Unix seconds, inclusive. */
        readonly fromDate?: number;
        /** Unix seconds, inclusive. */
        readonly toDate?: number;
        /** Part of the run id. */
        readonly dagRunId?: string;
        /** Filters over the tags of the DAG, as in `dags.list`. */
        readonly tags?: string;
        readonly limit?: number;
        /** `nextCursor` of the previous page. */
        readonly cursor?: string;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly dagRuns: readonly DAGRunSummary[];
      /** Present if more runs follow. */
      readonly nextCursor?: string;
    };
  };
  /** Show what a run of a definition given in the request would do, without executing anything. Requires the role manager or a higher one. Operators can call it too where `permissions.inline_runs` is `operator`. */
  readonly 'runs.dryRun': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** The definition as YAML text. */
        readonly spec: string;
        /** A name has 1 to 40 characters: letters, digits, dashes, dots and underscores. */
        readonly name?: string;
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
        /** Default working directory (default: the folder of the DAG file, or a private folder for an inline definition). */
        readonly defaultWorkingDir?: string;
      };
    };
    readonly output: DryRun;
  };
  /** One run with its nodes. Requires the role viewer or a higher one. */
  readonly 'runs.get': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly dagRun: DAGRunDetail;
    };
  };
  /** Stop a run: signal, grace, kill. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.stop': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: undefined;
  };
  /** A page of the run log. Requires the role viewer or a higher one. */
  readonly 'runs.log': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** The last lines. */
        readonly tail?: number;
        /** The first lines. */
        readonly head?: number;
        /** 1-based first line. */
        readonly offset?: number;
        /** How many lines from `offset`. */
        readonly limit?: number;
      };
    };
    readonly output: LogPage;
  };
  /** A page of the log of a step. Requires the role viewer or a higher one. */
  readonly 'runs.stepLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        readonly stream?: 'stdout' | 'stderr';
        /** The last lines. */
        readonly tail?: number;
        /** The first lines. */
        readonly head?: number;
        /** 1-based first line. */
        readonly offset?: number;
        /** How many lines from `offset`. */
        readonly limit?: number;
      };
    };
    readonly output: LogPage;
  };
  /** What a step said to a language model and was answered. Requires the role viewer or a higher one. */
  readonly 'runs.stepMessages': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      /** What the newest attempt of a `chat` step said and was answered; empty for other steps, and until an attempt has ended. */
      readonly messages: readonly {
        readonly role: 'system' | 'user' | 'assistant' | 'tool';
        /** A tool answers with JSON: status, outputs, error. */
        readonly content: string;
        /** Runs of DAGs that an assistant asked for. */
        readonly toolCalls?: readonly {
          readonly id: string;
          /** Name by which the model knows the DAG. */
          readonly name: string;
          /** JSON, as the model wrote it. */
          readonly arguments: string;
        }[];
        /** Of a tool: the call that it answers. */
        readonly toolCallId?: string;
      }[];
    };
  };
  /** Search the log of a step. Requires the role viewer or a higher one. */
  readonly 'runs.searchStepLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        readonly stream?: 'stdout' | 'stderr';
        /** Text to find, ignoring case. */
        readonly q: string;
        /** First line to search. */
        readonly offset?: number;
        readonly limit?: number;
      };
    };
    readonly output: {
      readonly matches: readonly {
        /** 1-based. */
        readonly lineNumber: number;
        readonly line: string;
      }[];
      /** Whether more lines match. */
      readonly hasMore: boolean;
      readonly totalLines: number;
    };
  };
  /** The whole run log as a file. Requires the role viewer or a higher one. */
  readonly 'runs.downloadLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: string;
  };
  /** The whole log of a step as a file. Requires the role viewer or a higher one. */
  readonly 'runs.downloadStepLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        readonly stream?: 'stdout' | 'stderr';
      };
    };
    readonly output: string;
  };
  /** The outputs that the steps of a run captured. Requires the role viewer or a higher one. */
  readonly 'runs.outputs': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: Outputs;
  };
  /** Run the failed steps, and the steps after them, again under the same run id. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.retry': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** Only this step, whatever became of the steps before it, and without the steps after it. */
        readonly stepName?: string;
        /** The run that the path names, by its id or as `latest`; another one is refused. */
        readonly dagRunId?: string;
      };
    };
    readonly output: undefined;
  };
  /** Start a new run with the definition and the parameters of this one. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.reschedule': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** Id of the new run (default: a UUID v7). */
        readonly dagRunId?: string;
        /** Name of the new run. */
        readonly dagName?: string;
        /** Parameters to change, by name or position, as `1`. The others stay as they are. */
        readonly params?: Readonly<Record<string, string>>;
        /** Refuse if the DAG has an active run (default: true). */
        readonly singleton?: boolean;
      };
    };
    readonly output: {
      /** Id of the new run. */
      readonly dagRunId: string;
      /** False: it has started already. */
      readonly queued: boolean;
      /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
      readonly warnings?: readonly string[];
    };
  };
  /** Set the status of a step of a finished run manually. The status of the run is recomputed. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.setStepStatus': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** 4 marks the step succeeded, 2 failed. */
        readonly status: 2 | 4;
      };
    };
    readonly output: undefined;
  };
  /** Approve a waiting step. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.approve': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** Values by name; they become variables of the later steps. */
        readonly inputs?: Readonly<Record<string, string>>;
      };
    };
    readonly output: {
      readonly dagRunId: string;
      readonly stepName: string;
      /** False while other gates of the run are open. */
      readonly resumed: boolean;
    };
  };
  /** Reject a waiting step, and with it the run. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.reject': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        readonly reason?: string;
      };
    };
    readonly output: {
      readonly dagRunId: string;
      readonly stepName: string;
    };
  };
  /** The YAML text with which a run started. Requires the role viewer or a higher one. */
  readonly 'runs.spec': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly spec: string;
    };
  };
  /** The variables of a step, each with its source. Secrets are masked. Values from outside the definition require the right to run inline definitions. Requires the role viewer or a higher one. */
  readonly 'runs.stepEnvironment': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly variables: readonly {
        readonly name: string;
        readonly value: string;
        readonly source:
          'system' | 'base' | 'dag' | 'dotenv' | 'secret' | 'output' | 'param' | 'step' | 'run';
        /** The step of an output, or the file of a dotenv value; otherwise empty. */
        readonly from: string;
        /** True: the caller has no access to the value. */
        readonly withheld?: boolean;
      }[];
    };
  };
  /** Every execution of a step, oldest first. Requires the role viewer or a higher one. */
  readonly 'runs.stepAttempts': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly attempts: readonly {
        /** Counts from 1, over all attempts of the run. */
        readonly number: number;
        /** rerun: a retry of the run. */
        readonly cause: 'first' | 'retry' | 'repeat' | 'rerun';
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly startedAt: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly finishedAt: string;
        readonly exitCode: number | null;
        /** Null if not measured, and while it is running. */
        readonly usage: {
          /** CPU time in milliseconds; many systems count in steps of 10 ms. */
          readonly cpuMs: number;
          /** Peak memory; 0: it ended before it was measured. */
          readonly peakMemoryBytes: number;
        } | null;
      }[];
    };
  };
  /** List the sub-runs of a run. Requires the role viewer or a higher one. */
  readonly 'subRuns.list': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly subRuns: readonly {
        /** Empty while it waits, or if there was no run. */
        readonly dagRunId: string;
        /** Parameters of the call, `K=V "x y"`. */
        readonly params: string;
        readonly name: string;
        /** Status number: see the table of run and node statuses. */
        readonly status: number;
        readonly statusLabel:
          | 'not_started'
          | 'running'
          | 'failed'
          | 'aborted'
          | 'succeeded'
          | 'partially_succeeded'
          | 'waiting'
          | 'rejected'
          | 'queued';
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly startedAt: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly finishedAt: string;
        readonly error: string;
        readonly stepName: string;
      }[];
    };
  };
  /** One sub-run with its nodes. Requires the role viewer or a higher one. */
  readonly 'subRuns.get': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly dagRun: DAGRunDetail;
    };
  };
  /** The YAML text with which a sub-run started. Requires the role viewer or a higher one. */
  readonly 'subRuns.spec': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly spec: string;
    };
  };
  /** The outputs that the steps of a sub-run captured. Requires the role viewer or a higher one. */
  readonly 'subRuns.outputs': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: Outputs;
  };
  /** A page of the log of a sub-run. Requires the role viewer or a higher one. */
  readonly 'subRuns.log': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** The last lines. */
        readonly tail?: number;
        /** The first lines. */
        readonly head?: number;
        /** 1-based first line. */
        readonly offset?: number;
        /** How many lines from `offset`. */
        readonly limit?: number;
      };
    };
    readonly output: LogPage;
  };
  /** A page of the log of a step of a sub-run. Requires the role viewer or a higher one. */
  readonly 'subRuns.stepLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        readonly stream?: 'stdout' | 'stderr';
        /** The last lines. */
        readonly tail?: number;
        /** The first lines. */
        readonly head?: number;
        /** 1-based first line. */
        readonly offset?: number;
        /** How many lines from `offset`. */
        readonly limit?: number;
      };
    };
    readonly output: LogPage;
  };
  /** What a step of a sub-run said to a language model and was answered. Requires the role viewer or a higher one. */
  readonly 'subRuns.stepMessages': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      /** What the newest attempt of a `chat` step said and was answered; empty for other steps, and until an attempt has ended. */
      readonly messages: readonly {
        readonly role: 'system' | 'user' | 'assistant' | 'tool';
        /** A tool answers with JSON: status, outputs, error. */
        readonly content: string;
        /** Runs of DAGs that an assistant asked for. */
        readonly toolCalls?: readonly {
          readonly id: string;
          /** Name by which the model knows the DAG. */
          readonly name: string;
          /** JSON, as the model wrote it. */
          readonly arguments: string;
        }[];
        /** Of a tool: the call that it answers. */
        readonly toolCallId?: string;
      }[];
    };
  };
  /** The whole log of a sub-run as a file. Requires the role viewer or a higher one. */
  readonly 'subRuns.downloadLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: string;
  };
  /** The whole log of a step of a sub-run as a file. Requires the role viewer or a higher one. */
  readonly 'subRuns.downloadStepLog': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        readonly stream?: 'stdout' | 'stderr';
      };
    };
    readonly output: string;
  };
  /** Set the status of a step of a finished sub-run manually. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'subRuns.setStepStatus': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** 4 marks the step succeeded, 2 failed. */
        readonly status: 2 | 4;
      };
    };
    readonly output: undefined;
  };
  /** Approve a waiting step of a sub-run. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'subRuns.approve': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** Values by name; they become variables of the later steps. */
        readonly inputs?: Readonly<Record<string, string>>;
      };
    };
    readonly output: {
      readonly dagRunId: string;
      readonly stepName: string;
      /** False while other gates of the run are open. */
      readonly resumed: boolean;
      readonly subDAGRunId: string;
    };
  };
  /** Reject a waiting step of a sub-run. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'subRuns.reject': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
        /** Id of a sub-run of this run, at any depth. */
        readonly subDAGRunId: string;
        /** Name of the step. */
        readonly stepName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        readonly reason?: string;
      };
    };
    readonly output: {
      readonly dagRunId: string;
      readonly stepName: string;
      readonly subDAGRunId: string;
    };
  };
  /** List all queues with their running and queued runs. Requires the role viewer or a higher one. */
  readonly 'queues.list': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly queues: readonly Queue[];
      readonly summary: {
        readonly totalQueues: number;
        readonly totalRunning: number;
        readonly totalQueued: number;
        readonly totalCapacity: number;
        readonly utilizationPercentage: number;
      };
    };
  };
  /** List the queued runs of a queue in order, or its running runs. Requires the role viewer or a higher one. */
  readonly 'queues.items': {
    readonly input: {
      readonly path: {
        /** Name of the queue. */
        readonly name: string;
      };
      readonly query?: {
        readonly type?: 'running' | 'queued';
        readonly page?: number;
        readonly perPage?: number;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly items: readonly QueueItem[];
      readonly pagination: Pagination;
    };
  };
  /** Move a queued run to another position in its queue. One that waits for its time cannot be moved. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'queues.move': {
    readonly input: {
      readonly path: {
        /** Name of the queue. */
        readonly name: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** Name of the queued DAG. */
        readonly dagName: string;
        /** Id of the queued run. */
        readonly dagRunId: string;
        /** 1 is next; beyond the end is last. */
        readonly position: number;
      };
    };
    readonly output: undefined;
  };
  /** Queue a run. It starts when its queue has room. Requires the role operator or a higher one. With `defaultWorkingDir` it requires the role manager, or operator where `permissions.inline_runs` is `operator`. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'dags.enqueue': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
        /** Id of the new run (default: a UUID v7). */
        readonly dagRunId?: string;
        /** Queue for the run; overrides the one in the definition. */
        readonly queue?: string;
        /** Refuse if the DAG has an active run. */
        readonly singleton?: boolean;
        /** When it is to start; now if omitted. `18:00` is the next time at which the clock shows it, in the time zone of the engine; or ISO 8601, such as `2026-11-29T18:00`. Until then the run is `queued`. */
        readonly at?: string;
        /** Replaces the DAG name for this run. */
        readonly dagName?: string;
        /** Default working directory (default: the folder of the DAG file, or a private folder for an inline definition). */
        readonly defaultWorkingDir?: string;
      };
    };
    readonly output: {
      /** Id of the new run. */
      readonly dagRunId: string;
      /** When it is to start; left out if that is now. */
      readonly plannedAt?: string;
      /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
      readonly warnings?: readonly string[];
    };
  };
  /** Queue a run of a definition given in the request. Requires the role manager or a higher one. Operators can call it too where `permissions.inline_runs` is `operator`. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.enqueue': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** The definition as YAML text. */
        readonly spec: string;
        /** Name of the run; overrides the name in the spec. */
        readonly name?: string;
        /** JSON object text, JSON array text (positional), or `K=V "x y"` text. */
        readonly params?: string;
        /** Id of the new run (default: a UUID v7). */
        readonly dagRunId?: string;
        /** Queue for the run; overrides the one in the definition. */
        readonly queue?: string;
        /** Refuse if the DAG has an active run. */
        readonly singleton?: boolean;
        /** When it is to start; now if omitted. `18:00` is the next time at which the clock shows it, in the time zone of the engine; or ISO 8601, such as `2026-11-29T18:00`. Until then the run is `queued`. */
        readonly at?: string;
        /** Default working directory (default: the folder of the DAG file, or a private folder for an inline definition). */
        readonly defaultWorkingDir?: string;
      };
    };
    readonly output: {
      /** Id of the new run. */
      readonly dagRunId: string;
      /** When it is to start; left out if that is now. */
      readonly plannedAt?: string;
      /** What may not be as you meant it, such as a parameter that the DAG does not declare, or a secret of one or two characters. */
      readonly warnings?: readonly string[];
    };
  };
  /** Remove a queued run from its queue. The run stays in the history as aborted. Requires the role operator or a higher one. Disabled for everyone by `permissions.run_dags: false`. */
  readonly 'runs.dequeue': {
    readonly input: {
      readonly path: {
        /** Name of the DAG that ran. */
        readonly name: string;
        /** Id of the run, or `latest` for the newest one. */
        readonly dagRunId: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: undefined;
  };
  /** Past and future slots of all DAGs between two times, at most 62 days apart. Requires the role viewer or a higher one. */
  readonly 'schedule.calendar': {
    readonly input: {
      readonly query: {
        /** ISO 8601 with a zone, or Unix seconds. */
        readonly from: string | number;
        /** ISO 8601 with a zone, or Unix seconds. */
        readonly to: string | number;
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: Calendar;
  };
  /** Preview schedule lines that are not stored, in any time zone and at any date. Requires the role viewer or a higher one. */
  readonly 'schedule.preview': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** Lines of a schedule. */
        readonly start?: readonly string[];
        /** Lines of a schedule. */
        readonly stop?: readonly string[];
        /** Lines of a schedule. */
        readonly restart?: readonly string[];
        /** Time zone of lines without one (default: that of the engine). */
        readonly timezone?: string;
        /** DAG name, by which `jitterSec` puts off starts. */
        readonly name?: string;
        /** Its `jitter_sec`. */
        readonly jitterSec?: number;
        /** Exclusive (default: now). */
        readonly from?: string | number;
        /** Inclusive (default: no end, only `count` limits the list). */
        readonly to?: string | number;
        readonly count?: number;
      };
    };
    readonly output: {
      /** IANA time zone of lines without one. */
      readonly timezone: string;
      /** Soonest first. */
      readonly slots: readonly PlannedSlot[];
      /** More slots follow before `to`. */
      readonly hasMore: boolean;
    };
  };
  /** Preview the slots of a DAG between two times, even if it is suspended. Requires the role viewer or a higher one. */
  readonly 'dags.schedulePreview': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** Exclusive (default: now). */
        readonly from?: string | number;
        /** Inclusive (default: no end, only `count` limits the list). */
        readonly to?: string | number;
        readonly count?: number;
      };
    };
    readonly output: {
      /** IANA time zone of lines without one. */
      readonly timezone: string;
      /** Soonest first. */
      readonly slots: readonly PlannedSlot[];
      /** More slots follow before `to`. */
      readonly hasMore: boolean;
    };
  };
  /** List the slots of a DAG with their fates, newest first. Requires the role viewer or a higher one. */
  readonly 'dags.slots': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** Inclusive. */
        readonly from?: string | number;
        /** Inclusive. */
        readonly to?: string | number;
        /** ran: done; skipped: by a rule; missed: no engine was able to act; failed: the run was refused; pending: not decided yet. */
        readonly fate?: 'ran' | 'skipped' | 'missed' | 'failed' | 'pending';
        readonly kind?: 'start' | 'stop' | 'restart';
        readonly page?: number;
        readonly perPage?: number;
      };
    };
    readonly output: {
      readonly slots: readonly Slot[];
      readonly pagination: Pagination;
    };
  };
  /** Explain why a slot of a DAG ran or did not run, in one sentence with evidence. Requires the role viewer or a higher one. */
  readonly 'dags.why': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
        /** Time of the slot (default: the last one). */
        readonly time?: string | number;
        /** Kind of slot, if the minute has several (default: start first). */
        readonly kind?: 'start' | 'stop' | 'restart';
      };
    };
    readonly output: {
      readonly sentence: string;
      /** Null if there was no slot at that time. */
      readonly slot: Slot | null;
      /** Oldest first. */
      readonly evidence: readonly {
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly time: string;
        /** A few words, without a full stop. */
        readonly text: string;
      }[];
    };
  };
  /** Delete the finished runs of a DAG and their logs. Active runs stay. Requires the role manager or a higher one. */
  readonly 'runs.cleanup': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body?: {
        /** Keep runs that finished in this number of last days. */
        readonly retentionDays?: number;
        /** Keep this number of the newest finished runs, whatever their age. */
        readonly retentionRuns?: number;
        /** Delete nothing, and show what would be deleted. */
        readonly dryRun?: boolean;
      };
    };
    readonly output: {
      /** Number of runs, without their sub-runs. */
      readonly dagRuns: number;
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly firstFinishedAt: string;
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly lastFinishedAt: string;
    };
  };
  /** Check what the engine requires of this machine, and how to fix what is wrong. Requires the role admin or a higher one. */
  readonly 'system.doctor': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly findings: readonly {
        /** The check: `folders`, `disk`, `path`, … */
        readonly check: string;
        /** `warning`: it may go wrong later; `problem`: something does not work. */
        readonly level: 'ok' | 'warning' | 'problem';
        /** Result, as a sentence. */
        readonly message: string;
        /** How to fix it; empty if there is nothing to do. */
        readonly fix: string;
      }[];
    };
  };
  /** Show the login methods. Requires no credentials. */
  readonly 'auth.status': {
    readonly input: Record<never, never>;
    readonly output: {
      /** `none`: no login is required. */
      readonly mode: 'none' | 'builtin';
      /** True: there is no user yet. Create the first one with `auth.setup`. */
      readonly needsSetup: boolean;
      /** Whether login through an identity provider is enabled. */
      readonly oidc: boolean;
      /** The lowest role that can run inline definitions (`permissions.inline_runs`). */
      readonly inlineRuns: 'manager' | 'operator';
    };
  };
  /** Create the first administrator, on the engine’s machine. Refused when a user exists. Requires no credentials. Needs `auth.mode: builtin`. */
  readonly 'auth.setup': {
    readonly input: {
      readonly body: {
        /** 1 to 64 characters, without spaces or colons; unique regardless of case. */
        readonly username: string;
        /** 8 characters to 72 bytes. */
        readonly password: string;
      };
    };
    readonly output: Session;
  };
  /** Exchange name and password for a token. Requires no credentials. Needs `auth.mode: builtin`. */
  readonly 'auth.login': {
    readonly input: {
      readonly body: {
        readonly username: string;
        readonly password: string;
      };
    };
    readonly output: Session;
  };
  /** Start a login at the identity provider. Returns the address for the browser. Requires no credentials. Needs `auth.mode: builtin`. */
  readonly 'auth.oidcStart': {
    readonly input: Record<never, never>;
    readonly output: {
      /** Address of the identity provider for this login. */
      readonly url: string;
      /** The browser returns with it, and it must match. */
      readonly state: string;
    };
  };
  /** Exchange the response of the identity provider for a token. Requires no credentials. Needs `auth.mode: builtin`. */
  readonly 'auth.oidcFinish': {
    readonly input: {
      readonly body: {
        /** What the provider gave the browser, good once. */
        readonly code: string;
        /** As `auth.oidcStart` answered it. */
        readonly state: string;
        /** As the provider sent it (RFC 9207). */
        readonly iss?: string;
      };
    };
    readonly output: Session;
  };
  /** Show the user or API key of the request. Requires the role viewer or a higher one. Needs `auth.mode: builtin`. */
  readonly 'auth.me': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly user: User;
    };
  };
  /** Change your own password. Your other sessions end. Requires the role viewer or a higher one. Needs `auth.mode: builtin`. */
  readonly 'auth.changePassword': {
    readonly input: {
      readonly body: {
        readonly currentPassword: string;
        /** 8 characters to 72 bytes. */
        readonly newPassword: string;
      };
    };
    readonly output: {
      readonly message: string;
      /** A new session that replaces the one that ends. */
      readonly token: string;
      /** When the new session ends, in ISO 8601. */
      readonly expiresAt: string;
    };
  };
  /** End all sessions of the caller. Requires the role viewer or a higher one. Needs `auth.mode: builtin`. */
  readonly 'auth.logout': {
    readonly input: Record<never, never>;
    readonly output: undefined;
  };
  /** List users. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'users.list': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly users: readonly User[];
    };
  };
  /** Create a user. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'users.create': {
    readonly input: {
      readonly body: {
        /** 1 to 64 characters, without spaces or colons; unique regardless of case. */
        readonly username: string;
        /** 8 characters to 72 bytes. */
        readonly password: string;
        readonly role: 'admin' | 'manager' | 'operator' | 'viewer';
      };
    };
    readonly output: {
      readonly user: User;
    };
  };
  /** One user. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'users.get': {
    readonly input: {
      readonly path: {
        /** Id of the user. */
        readonly userId: string;
      };
    };
    readonly output: {
      readonly user: User;
    };
  };
  /** Change name or role, or disable the user. Omitted fields stay unchanged. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'users.update': {
    readonly input: {
      readonly path: {
        /** Id of the user. */
        readonly userId: string;
      };
      readonly body?: {
        /** 1 to 64 characters, without spaces or colons; unique regardless of case. */
        readonly username?: string;
        readonly role?: 'admin' | 'manager' | 'operator' | 'viewer';
        readonly isDisabled?: boolean;
      };
    };
    readonly output: {
      readonly user: User;
    };
  };
  /** Delete a user. All sessions and API keys of the user end at once. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'users.delete': {
    readonly input: {
      readonly path: {
        /** Id of the user. */
        readonly userId: string;
      };
    };
    readonly output: undefined;
  };
  /** Set a new password for a user. All sessions of the user end. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'users.resetPassword': {
    readonly input: {
      readonly path: {
        /** Id of the user. */
        readonly userId: string;
      };
      readonly body: {
        /** 8 characters to 72 bytes. */
        readonly newPassword: string;
      };
    };
    readonly output: {
      readonly message: string;
    };
  };
  /** List API keys, without the keys themselves. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'apiKeys.list': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly apiKeys: readonly APIKey[];
    };
  };
  /** Create an API key. Only this response contains it. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'apiKeys.create': {
    readonly input: {
      readonly body: {
        readonly name: string;
        readonly description?: string;
        readonly role: 'admin' | 'manager' | 'operator' | 'viewer';
      };
    };
    readonly output: {
      readonly apiKey: APIKey;
      /** The key. It is shown only once. */
      readonly key: string;
    };
  };
  /** One API key. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'apiKeys.get': {
    readonly input: {
      readonly path: {
        /** Id of the API key. */
        readonly keyId: string;
      };
    };
    readonly output: {
      readonly apiKey: APIKey;
    };
  };
  /** Change name, description or role. Omitted fields stay unchanged. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'apiKeys.update': {
    readonly input: {
      readonly path: {
        /** Id of the API key. */
        readonly keyId: string;
      };
      readonly body?: {
        readonly name?: string;
        readonly description?: string;
        readonly role?: 'admin' | 'manager' | 'operator' | 'viewer';
      };
    };
    readonly output: {
      readonly apiKey: APIKey;
    };
  };
  /** Delete an API key. It stops working at once. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'apiKeys.delete': {
    readonly input: {
      readonly path: {
        /** Id of the API key. */
        readonly keyId: string;
      };
    };
    readonly output: undefined;
  };
  /** Queue a run of the DAG of the webhook. Requires the token of the webhook, or a valid signature if its `signature` is not `none`. Disabled for everyone by `permissions.run_dags: false`. Needs `auth.mode: builtin`. */
  readonly 'webhooks.trigger': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly headers?: {
        readonly 'x-hub-signature-256'?: string;
        readonly 'x-gitlab-token'?: string;
        readonly 'x-slack-signature'?: string;
        readonly 'x-slack-request-timestamp'?: string;
        readonly 'stripe-signature'?: string;
        readonly 'x-signature-256'?: string;
        readonly 'x-signature'?: string;
        /** Value of `WEBHOOK_EVENT` in the run. */
        readonly 'x-github-event'?: string;
        /** Value of `WEBHOOK_EVENT` in the run. */
        readonly 'x-gitlab-event'?: string;
        /** Value of `WEBHOOK_EVENT` in the run. */
        readonly 'x-event-key'?: string;
      };
      readonly body?:
        | {
            /** Id of the new run (default: a UUID v7). */
            readonly dagRunId?: string;
            /** Value of `WEBHOOK_PAYLOAD` in the run. */
            readonly payload?: Readonly<Record<string, unknown>> | null;
          }
        | readonly unknown[]
        | string
        | number
        | boolean
        | null;
    };
    readonly output: {
      /** Id of the queued run. */
      readonly dagRunId: string;
      readonly dagName: string;
      /** Only in response to the `url_verification` of Slack: its challenge. No run is queued, and `dagRunId` is empty. */
      readonly challenge?: string;
    };
  };
  /** List webhooks, without their tokens. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.list': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly webhooks: readonly Webhook[];
    };
  };
  /** The webhook of a DAG. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.get': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
    };
    readonly output: Webhook;
  };
  /** Create the webhook of a DAG. Only this response contains the token. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.create': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
    };
    readonly output: {
      readonly webhook: Webhook;
      /** The token. It is shown only once. */
      readonly token: string;
    };
  };
  /** Delete the webhook of a DAG. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.delete': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
    };
    readonly output: undefined;
  };
  /** Choose whether bodies may be forms. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.update': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly body: {
        readonly formBodies: boolean;
      };
    };
    readonly output: Webhook;
  };
  /** Replace the token. The old one stops working at once. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.regenerate': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
    };
    readonly output: {
      readonly webhook: Webhook;
      /** The token. It is shown only once. */
      readonly token: string;
    };
  };
  /** Enable or disable a webhook. Its token stays the same. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.toggle': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly body: {
        readonly enabled: boolean;
      };
    };
    readonly output: Webhook;
  };
  /** Choose how requests must be signed: a valid signature is then the credential, and the token is optional. Only this response contains a new secret. With `github` and `slack`, bodies may also be forms. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.setSignature': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly body: {
        readonly signature: 'none' | 'github' | 'gitlab' | 'slack' | 'stripe' | 'hmac';
        /** The secret of the sender (default: generated). */
        readonly secret?: string;
      };
    };
    readonly output: {
      readonly webhook: Webhook;
      /** Empty without a signature. */
      readonly secret: string;
    };
  };
  /** What to enter at the sender, step by step. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.setup': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
    };
    readonly output: {
      /** Path of the webhook, below the address of the engine. */
      readonly path: string;
      readonly steps: readonly string[];
    };
  };
  /** Deliver a sample to the webhook, signed as the sender would. It queues a run. Requires the role admin or a higher one. Disabled for everyone by `permissions.run_dags: false`. Needs `auth.mode: builtin`. */
  readonly 'webhooks.test': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly body?: {
        /** Value of `WEBHOOK_PAYLOAD` (default: a sample of the sender). */
        readonly payload?: Readonly<Record<string, unknown>>;
      };
    };
    readonly output: {
      /** HTTP status of the answer. */
      readonly status: number;
      /** Why it was refused; empty if a run was queued. */
      readonly reason: string;
      /** The run; empty if none was queued. */
      readonly dagRunId: string;
    };
  };
  /** List the requests to the webhook and their outcome, newest first. Requires the role admin or a higher one. Needs `auth.mode: builtin`. */
  readonly 'webhooks.deliveries': {
    readonly input: {
      readonly path: {
        /** File name of the DAG, with or without `.yaml`. */
        readonly fileName: string;
      };
      readonly query?: {
        readonly limit?: number;
        /** `nextCursor` of the previous page. */
        readonly cursor?: string;
      };
    };
    readonly output: {
      readonly deliveries: readonly WebhookDelivery[];
      /** Present if more follow. */
      readonly nextCursor?: string;
    };
  };
  /** List changes and refused requests, newest first. Requires the role manager or a higher one. */
  readonly 'audit.list': {
    readonly input: {
      readonly query?: {
        /** Exact name of the caller. */
        readonly actor?: string;
        /** Exact name, or the part before the dot. */
        readonly operation?: string;
        readonly outcome?: 'done' | 'refused' | 'failed';
        /** ISO 8601 with a zone, or Unix seconds. */
        readonly from?: string | number;
        /** ISO 8601 with a zone, or Unix seconds. */
        readonly to?: string | number;
        readonly limit?: number;
        /** `nextCursor` of the previous page. */
        readonly cursor?: string;
      };
    };
    readonly output: {
      readonly entries: readonly AuditEntry[];
      /** Present if more follow. */
      readonly nextCursor?: string;
    };
  };
  /** List the configured remote nodes, without their credentials. Requires the role viewer or a higher one. */
  readonly 'nodes.list': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly remoteNodes: readonly RemoteNode[];
    };
  };
  /** Save the token or password of a remote node in the keychain of this engine. No answer contains it. Requires the role admin or a higher one. */
  readonly 'nodes.setToken': {
    readonly input: {
      readonly path: {
        /** Name of the node. */
        readonly name: string;
      };
      readonly body: {
        /** The API key of that engine, or the password for `auth_type: basic`. */
        readonly token: string;
      };
    };
    readonly output: undefined;
  };
  /** Check the health of a remote node. Requires the role admin or a higher one. */
  readonly 'nodes.test': {
    readonly input: {
      readonly path: {
        /** Name of the node. */
        readonly name: string;
      };
    };
    readonly output: RemoteNodeCheck;
  };
  /** List the workers of the coordinator; 503 if no coordinator is running. Requires the role viewer or a higher one. */
  readonly 'workers.list': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly workers: readonly Worker[];
    };
  };
  /** List the schedulers and their state. Requires the role viewer or a higher one. */
  readonly 'system.scheduler': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly schedulers: readonly {
        /** Name of the computer. */
        readonly host: string;
        /** Another one for each start of an engine. */
        readonly instanceId: string;
        /** ISO 8601. */
        readonly startedAt: string;
        readonly status: 'active' | 'inactive' | 'unknown';
      }[];
    };
  };
  /** List the coordinators of distributed runs; none if disabled. Requires the role viewer or a higher one. */
  readonly 'system.coordinator': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
    };
    readonly output: {
      readonly coordinators: readonly {
        /** Name of the computer. */
        readonly host: string;
        /** Another one for each start of an engine. */
        readonly instanceId: string;
        /** ISO 8601. */
        readonly startedAt: string;
        readonly status: 'active' | 'inactive' | 'unknown';
        readonly port: number;
      }[];
    };
  };
  /** List the entries of the engine in the keychain of its system, without their values. Requires the role admin or a higher one. */
  readonly 'keychain.list': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly entries: readonly {
        readonly kind: 'secret' | 'node-token' | 'git-sync-token' | 'git-sync-passphrase';
        /** Name of the remote node; empty for all other kinds. */
        readonly name: string;
        /** Time at which it was saved; empty if unknown. */
        readonly savedAt: string;
        /** Whether the keychain returns it now: not while it is locked or after it was removed. */
        readonly isReadable: boolean;
      }[];
      /** Why the keychain cannot be used; empty if it can. */
      readonly problem: string;
      /** What to do about it; empty without a problem. */
      readonly fix: string;
    };
  };
  /** Remove an entry from the keychain. What it held is lost. Requires the role admin or a higher one. */
  readonly 'keychain.forget': {
    readonly input: {
      readonly path: {
        readonly kind: 'secret' | 'node-token' | 'git-sync-token' | 'git-sync-passphrase';
      };
      readonly query?: {
        /** Name of the remote node, for `node-token`. */
        readonly name?: string;
      };
    };
    readonly output: undefined;
  };
  /** The items of Git Sync, each with its status. Asks nothing of the remote. Requires the role viewer or a higher one. */
  readonly 'sync.status': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly enabled: boolean;
      readonly repository?: string;
      readonly branch?: string;
      readonly path?: string;
      /** Whether publishing and changes of DAGs are disabled. */
      readonly readOnly: boolean;
      /** Whether what a pull brings must be accepted. */
      readonly trust: 'review' | 'always';
      /** What is under way; empty: nothing. */
      readonly activity:
        '' | 'pull' | 'publish' | 'discard' | 'resolve' | 'restore' | 'forget' | 'accept' | 'test';
      readonly summary: 'synced' | 'pending' | 'conflict' | 'missing' | 'error';
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly lastSyncAt: string;
      /** Commit of the branch when it was last asked. */
      readonly lastSyncCommit: string;
      readonly lastSyncStatus: '' | 'success' | 'error';
      readonly lastError: string;
      readonly items: readonly {
        /** Path below the folder of DAGs, without extension. */
        readonly itemId: string;
        /** The same with `.yaml` or `.md`. */
        readonly filePath: string;
        /** As `filePath`. */
        readonly displayName: string;
        readonly kind: 'dag' | 'memory';
        readonly status: 'synced' | 'modified' | 'untracked' | 'conflict' | 'missing';
        /** `review`: a pull brought this text, and it does not run until someone accepts it. */
        readonly trust: 'review' | 'accepted';
        /** Why a file here that looks like a DAG is none, so that nothing of it runs; else empty. */
        readonly problem: string;
        /** With `review`: SHA-256 of the text that waits to be accepted; empty for none. */
        readonly reviewHash: string;
        /** Commit of the last sync of the item; empty for none. */
        readonly baseCommit: string;
        /** SHA-256 of the content of then; empty for none. */
        readonly lastSyncedHash: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly lastSyncedAt: string;
        /** SHA-256 of the content here; empty for none. */
        readonly localHash: string;
        /** When the file here was changed last. */
        readonly modifiedAt: string;
        /** With `conflict`: the commit of the remote. */
        readonly remoteCommit: string;
        /** With `conflict`: who made it. */
        readonly remoteAuthor: string;
        /** With `conflict`: the message of the last remote commit. */
        readonly remoteMessage: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly conflictDetectedAt: string;
        /** With `missing`: its status before; empty where that is not known. */
        readonly previousStatus: '' | 'synced' | 'modified' | 'conflict';
        /** With `missing`: when its file was found to be gone. */
        readonly missingAt: string;
      }[];
      readonly counts: {
        readonly synced: number;
        readonly modified: number;
        readonly untracked: number;
        readonly conflict: number;
        readonly missing: number;
      };
    };
  };
  /** Take in what others have changed. Local edits are never overwritten. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.pull': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly success: boolean;
      readonly message: string;
      /** Items that are the same on both sides now. */
      readonly synced: readonly string[];
      /** Items that are changed only here. */
      readonly modified: readonly string[];
      /** Items that both sides have changed. */
      readonly conflicts: readonly string[];
      /** Items of which a text waits to be accepted. */
      readonly review: readonly string[];
      /** What was left out, and why. */
      readonly errors: readonly {
        readonly itemId: string;
        readonly message: string;
      }[];
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly timestamp: string;
    };
  };
  /** Publish all modified and untracked items, or those that are named, as one commit. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.publishAll': {
    readonly input: {
      readonly body?: {
        /** Message of the commit (default: names the item, or counts them). */
        readonly message?: string;
        /** Default: all that are open. */
        readonly itemIds?: readonly string[];
      };
    };
    readonly output: {
      readonly success: boolean;
      readonly message: string;
      /** Items that are the same on both sides now. */
      readonly synced: readonly string[];
      /** Items that are changed only here. */
      readonly modified: readonly string[];
      /** Items that both sides have changed. */
      readonly conflicts: readonly string[];
      /** Items of which a text waits to be accepted. */
      readonly review: readonly string[];
      /** What was left out, and why. */
      readonly errors: readonly {
        readonly itemId: string;
        readonly message: string;
      }[];
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly timestamp: string;
    };
  };
  /** Try the connection to the remote, part by part. Changes nothing. Requires the role viewer or a higher one. */
  readonly 'sync.testConnection': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly success: boolean;
      readonly message?: string;
      /** What failed first, and what to do about it. */
      readonly error?: string;
      /** Each part in order: address, host key, credential, branch, right to push. */
      readonly checks: readonly {
        readonly name: string;
        readonly state: 'passed' | 'failed' | 'skipped';
        readonly message: string;
      }[];
    };
  };
  /** The settings of Git Sync, without credentials. Requires the role viewer or a higher one. */
  readonly 'sync.getConfig': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly enabled: boolean;
      readonly repository?: string;
      readonly branch?: string;
      readonly path?: string;
      readonly push_enabled?: boolean;
      readonly trust?: 'review' | 'always';
      readonly auth?: {
        readonly type: 'token' | 'ssh';
        /** `[configured]`, or empty: never the token. */
        readonly token: string;
        /** `[configured]`, or empty. */
        readonly ssh_key_path: string;
        /** `[configured]`, or empty. */
        readonly ssh_passphrase: string;
        /** `[configured]`, or empty. */
        readonly ssh_known_hosts: string;
      };
      readonly auto_sync?: {
        readonly enabled: boolean;
        readonly on_startup: boolean;
        readonly interval: number;
      };
      readonly commit?: {
        readonly author_name: string;
        readonly author_email: string;
      };
      /** What the change cannot do, such as to last. */
      readonly warning?: string;
    };
  };
  /** Change settings of Git Sync. What is left out stays; credentials go to the keychain. Requires the role admin or a higher one. */
  readonly 'sync.setConfig': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly enabled: boolean;
      readonly repository?: string;
      readonly branch?: string;
      readonly path?: string;
      readonly push_enabled?: boolean;
      readonly trust?: 'review' | 'always';
      readonly auth?: {
        readonly type: 'token' | 'ssh';
        /** `[configured]`, or empty: never the token. */
        readonly token: string;
        /** `[configured]`, or empty. */
        readonly ssh_key_path: string;
        /** `[configured]`, or empty. */
        readonly ssh_passphrase: string;
        /** `[configured]`, or empty. */
        readonly ssh_known_hosts: string;
      };
      readonly auto_sync?: {
        readonly enabled: boolean;
        readonly on_startup: boolean;
        readonly interval: number;
      };
      readonly commit?: {
        readonly author_name: string;
        readonly author_email: string;
      };
      /** What the change cannot do, such as to last. */
      readonly warning?: string;
    };
  };
  /** The differences of all items that are not synced, or wait to be accepted, by their IDs. Requires the role viewer or a higher one. */
  readonly 'sync.diffAll': {
    readonly input: {
      readonly query?: {
        readonly limit?: number;
        /** ID of the last item of the previous page. */
        readonly after?: string;
      };
    };
    readonly output: {
      readonly items: readonly {
        readonly itemId: string;
        readonly filePath: string;
        readonly status: 'synced' | 'modified' | 'untracked' | 'conflict' | 'missing';
        readonly trust: 'review' | 'accepted';
        /** Left out where there is no file. */
        readonly localContent?: string;
        /** SHA-256 of it; empty for none. */
        readonly localHash: string;
        /** Left out where the remote has none. */
        readonly remoteContent?: string;
        /** What both sides had last; left out where they never had the same. */
        readonly baseContent?: string;
        /** What the text here changes in the meaning of the remote one; left out with `review`, where it is no DAG, and where a side cannot be read. */
        readonly changes?: {
          /** Keys of the DAG itself. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          readonly steps: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          readonly handlers: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          /** Null where it is the same. */
          readonly schedule: {
            /** IANA time zone of lines without one. */
            readonly timezone: string;
            readonly before: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
            readonly after: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
          } | null;
          /** With their defaults. */
          readonly params: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
            readonly requiredBefore: boolean;
            /** A start without a value for it is refused. */
            readonly requiredAfter: boolean;
          }[];
          /** With their sources, never their values. */
          readonly secrets: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Programs that commands, conditions and backticks name, as far as they are known. */
          readonly programs: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
          readonly hosts: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** DAGs that steps call. */
          readonly calls: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** unknown: a side does not load, so that nothing else is compared. */
          readonly change: 'none' | 'created' | 'deleted' | 'changed' | 'unknown';
          readonly errors: {
            readonly before: readonly Diagnostic[];
            readonly after: readonly Diagnostic[];
          };
          /** Those of the same file that differ. */
          readonly localDags: readonly {
            /** Keys of the DAG itself. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            readonly steps: readonly {
              /** A renamed step may have other changes too. */
              readonly change: 'added' | 'removed' | 'renamed' | 'changed';
              /** Its name now, or the last one; for a handler its event. */
              readonly name: string;
              /** Another one only for `renamed`. */
              readonly previousName: string;
              /** Empty for a step that was removed. */
              readonly fields: readonly {
                /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
                readonly field: string;
                /** As it would be written, or as JSON; null where there is none. */
                readonly before: string | null;
                /** As it would be written, or as JSON; null where there is none. */
                readonly after: string | null;
              }[];
              /** Steps that must end first. What only follows a rename is left out. */
              readonly depends: {
                readonly added: readonly string[];
                readonly removed: readonly string[];
              };
            }[];
            readonly handlers: readonly {
              /** A renamed step may have other changes too. */
              readonly change: 'added' | 'removed' | 'renamed' | 'changed';
              /** Its name now, or the last one; for a handler its event. */
              readonly name: string;
              /** Another one only for `renamed`. */
              readonly previousName: string;
              /** Empty for a step that was removed. */
              readonly fields: readonly {
                /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
                readonly field: string;
                /** As it would be written, or as JSON; null where there is none. */
                readonly before: string | null;
                /** As it would be written, or as JSON; null where there is none. */
                readonly after: string | null;
              }[];
              /** Steps that must end first. What only follows a rename is left out. */
              readonly depends: {
                readonly added: readonly string[];
                readonly removed: readonly string[];
              };
            }[];
            /** Null where it is the same. */
            readonly schedule: {
              /** IANA time zone of lines without one. */
              readonly timezone: string;
              readonly before: {
                readonly lines: readonly {
                  readonly kind: 'start' | 'stop' | 'restart';
                  readonly expression: string;
                }[];
                /** The next five times, with their zones. */
                readonly next: readonly PlannedSlot[];
              };
              readonly after: {
                readonly lines: readonly {
                  readonly kind: 'start' | 'stop' | 'restart';
                  readonly expression: string;
                }[];
                /** The next five times, with their zones. */
                readonly next: readonly PlannedSlot[];
              };
            } | null;
            /** With their defaults. */
            readonly params: readonly {
              readonly name: string;
              readonly change: 'added' | 'removed' | 'changed';
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
              readonly requiredBefore: boolean;
              /** A start without a value for it is refused. */
              readonly requiredAfter: boolean;
            }[];
            /** With their sources, never their values. */
            readonly secrets: readonly {
              readonly name: string;
              readonly change: 'added' | 'removed' | 'changed';
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Programs that commands, conditions and backticks name, as far as they are known. */
            readonly programs: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
            /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
            readonly hosts: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
            /** DAGs that steps call. */
            readonly calls: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
            readonly name: string;
            readonly change: 'created' | 'deleted' | 'changed';
          }[];
          /** Other DAGs with a step that calls this one. */
          readonly calledBy: readonly string[];
        };
        /** The text of the remote that waits to be accepted; left out where none does. */
        readonly reviewContent?: string;
        /** SHA-256 of it, for `accept`; empty for none. */
        readonly reviewHash: string;
        /** The text that was accepted last, where another waits; left out for none. */
        readonly acceptedContent?: string;
        /** With `review`: what the waiting text changes in the meaning of the accepted one. */
        readonly reviewChanges?: {
          /** Keys of the DAG itself. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          readonly steps: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          readonly handlers: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          /** Null where it is the same. */
          readonly schedule: {
            /** IANA time zone of lines without one. */
            readonly timezone: string;
            readonly before: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
            readonly after: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
          } | null;
          /** With their defaults. */
          readonly params: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
            readonly requiredBefore: boolean;
            /** A start without a value for it is refused. */
            readonly requiredAfter: boolean;
          }[];
          /** With their sources, never their values. */
          readonly secrets: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Programs that commands, conditions and backticks name, as far as they are known. */
          readonly programs: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
          readonly hosts: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** DAGs that steps call. */
          readonly calls: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** unknown: a side does not load, so that nothing else is compared. */
          readonly change: 'none' | 'created' | 'deleted' | 'changed' | 'unknown';
          readonly errors: {
            readonly before: readonly Diagnostic[];
            readonly after: readonly Diagnostic[];
          };
          /** Those of the same file that differ. */
          readonly localDags: readonly {
            /** Keys of the DAG itself. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            readonly steps: readonly {
              /** A renamed step may have other changes too. */
              readonly change: 'added' | 'removed' | 'renamed' | 'changed';
              /** Its name now, or the last one; for a handler its event. */
              readonly name: string;
              /** Another one only for `renamed`. */
              readonly previousName: string;
              /** Empty for a step that was removed. */
              readonly fields: readonly {
                /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
                readonly field: string;
                /** As it would be written, or as JSON; null where there is none. */
                readonly before: string | null;
                /** As it would be written, or as JSON; null where there is none. */
                readonly after: string | null;
              }[];
              /** Steps that must end first. What only follows a rename is left out. */
              readonly depends: {
                readonly added: readonly string[];
                readonly removed: readonly string[];
              };
            }[];
            readonly handlers: readonly {
              /** A renamed step may have other changes too. */
              readonly change: 'added' | 'removed' | 'renamed' | 'changed';
              /** Its name now, or the last one; for a handler its event. */
              readonly name: string;
              /** Another one only for `renamed`. */
              readonly previousName: string;
              /** Empty for a step that was removed. */
              readonly fields: readonly {
                /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
                readonly field: string;
                /** As it would be written, or as JSON; null where there is none. */
                readonly before: string | null;
                /** As it would be written, or as JSON; null where there is none. */
                readonly after: string | null;
              }[];
              /** Steps that must end first. What only follows a rename is left out. */
              readonly depends: {
                readonly added: readonly string[];
                readonly removed: readonly string[];
              };
            }[];
            /** Null where it is the same. */
            readonly schedule: {
              /** IANA time zone of lines without one. */
              readonly timezone: string;
              readonly before: {
                readonly lines: readonly {
                  readonly kind: 'start' | 'stop' | 'restart';
                  readonly expression: string;
                }[];
                /** The next five times, with their zones. */
                readonly next: readonly PlannedSlot[];
              };
              readonly after: {
                readonly lines: readonly {
                  readonly kind: 'start' | 'stop' | 'restart';
                  readonly expression: string;
                }[];
                /** The next five times, with their zones. */
                readonly next: readonly PlannedSlot[];
              };
            } | null;
            /** With their defaults. */
            readonly params: readonly {
              readonly name: string;
              readonly change: 'added' | 'removed' | 'changed';
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
              readonly requiredBefore: boolean;
              /** A start without a value for it is refused. */
              readonly requiredAfter: boolean;
            }[];
            /** With their sources, never their values. */
            readonly secrets: readonly {
              readonly name: string;
              readonly change: 'added' | 'removed' | 'changed';
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Programs that commands, conditions and backticks name, as far as they are known. */
            readonly programs: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
            /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
            readonly hosts: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
            /** DAGs that steps call. */
            readonly calls: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
            readonly name: string;
            readonly change: 'created' | 'deleted' | 'changed';
          }[];
          /** Other DAGs with a step that calls this one. */
          readonly calledBy: readonly string[];
        };
        /** Commit that changed it last; empty for none. */
        readonly remoteCommit: string;
        readonly remoteAuthor: string;
        readonly remoteMessage: string;
      }[];
      readonly hasMore: boolean;
    };
  };
  /** The text of an item here and on the remote, and what that changes in its meaning. Requires the role viewer or a higher one. */
  readonly 'sync.diff': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
    };
    readonly output: {
      readonly itemId: string;
      readonly filePath: string;
      readonly status: 'synced' | 'modified' | 'untracked' | 'conflict' | 'missing';
      readonly trust: 'review' | 'accepted';
      /** Left out where there is no file. */
      readonly localContent?: string;
      /** SHA-256 of it; empty for none. */
      readonly localHash: string;
      /** Left out where the remote has none. */
      readonly remoteContent?: string;
      /** What both sides had last; left out where they never had the same. */
      readonly baseContent?: string;
      /** What the text here changes in the meaning of the remote one; left out with `review`, where it is no DAG, and where a side cannot be read. */
      readonly changes?: {
        /** Keys of the DAG itself. */
        readonly fields: readonly {
          /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
          readonly field: string;
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        readonly steps: readonly {
          /** A renamed step may have other changes too. */
          readonly change: 'added' | 'removed' | 'renamed' | 'changed';
          /** Its name now, or the last one; for a handler its event. */
          readonly name: string;
          /** Another one only for `renamed`. */
          readonly previousName: string;
          /** Empty for a step that was removed. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Steps that must end first. What only follows a rename is left out. */
          readonly depends: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
        }[];
        readonly handlers: readonly {
          /** A renamed step may have other changes too. */
          readonly change: 'added' | 'removed' | 'renamed' | 'changed';
          /** Its name now, or the last one; for a handler its event. */
          readonly name: string;
          /** Another one only for `renamed`. */
          readonly previousName: string;
          /** Empty for a step that was removed. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Steps that must end first. What only follows a rename is left out. */
          readonly depends: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
        }[];
        /** Null where it is the same. */
        readonly schedule: {
          /** IANA time zone of lines without one. */
          readonly timezone: string;
          readonly before: {
            readonly lines: readonly {
              readonly kind: 'start' | 'stop' | 'restart';
              readonly expression: string;
            }[];
            /** The next five times, with their zones. */
            readonly next: readonly PlannedSlot[];
          };
          readonly after: {
            readonly lines: readonly {
              readonly kind: 'start' | 'stop' | 'restart';
              readonly expression: string;
            }[];
            /** The next five times, with their zones. */
            readonly next: readonly PlannedSlot[];
          };
        } | null;
        /** With their defaults. */
        readonly params: readonly {
          readonly name: string;
          readonly change: 'added' | 'removed' | 'changed';
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
          readonly requiredBefore: boolean;
          /** A start without a value for it is refused. */
          readonly requiredAfter: boolean;
        }[];
        /** With their sources, never their values. */
        readonly secrets: readonly {
          readonly name: string;
          readonly change: 'added' | 'removed' | 'changed';
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        /** Programs that commands, conditions and backticks name, as far as they are known. */
        readonly programs: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
        readonly hosts: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** DAGs that steps call. */
        readonly calls: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** unknown: a side does not load, so that nothing else is compared. */
        readonly change: 'none' | 'created' | 'deleted' | 'changed' | 'unknown';
        readonly errors: {
          readonly before: readonly Diagnostic[];
          readonly after: readonly Diagnostic[];
        };
        /** Those of the same file that differ. */
        readonly localDags: readonly {
          /** Keys of the DAG itself. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          readonly steps: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          readonly handlers: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          /** Null where it is the same. */
          readonly schedule: {
            /** IANA time zone of lines without one. */
            readonly timezone: string;
            readonly before: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
            readonly after: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
          } | null;
          /** With their defaults. */
          readonly params: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
            readonly requiredBefore: boolean;
            /** A start without a value for it is refused. */
            readonly requiredAfter: boolean;
          }[];
          /** With their sources, never their values. */
          readonly secrets: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Programs that commands, conditions and backticks name, as far as they are known. */
          readonly programs: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
          readonly hosts: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** DAGs that steps call. */
          readonly calls: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          readonly name: string;
          readonly change: 'created' | 'deleted' | 'changed';
        }[];
        /** Other DAGs with a step that calls this one. */
        readonly calledBy: readonly string[];
      };
      /** The text of the remote that waits to be accepted; left out where none does. */
      readonly reviewContent?: string;
      /** SHA-256 of it, for `accept`; empty for none. */
      readonly reviewHash: string;
      /** The text that was accepted last, where another waits; left out for none. */
      readonly acceptedContent?: string;
      /** With `review`: what the waiting text changes in the meaning of the accepted one. */
      readonly reviewChanges?: {
        /** Keys of the DAG itself. */
        readonly fields: readonly {
          /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
          readonly field: string;
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        readonly steps: readonly {
          /** A renamed step may have other changes too. */
          readonly change: 'added' | 'removed' | 'renamed' | 'changed';
          /** Its name now, or the last one; for a handler its event. */
          readonly name: string;
          /** Another one only for `renamed`. */
          readonly previousName: string;
          /** Empty for a step that was removed. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Steps that must end first. What only follows a rename is left out. */
          readonly depends: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
        }[];
        readonly handlers: readonly {
          /** A renamed step may have other changes too. */
          readonly change: 'added' | 'removed' | 'renamed' | 'changed';
          /** Its name now, or the last one; for a handler its event. */
          readonly name: string;
          /** Another one only for `renamed`. */
          readonly previousName: string;
          /** Empty for a step that was removed. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Steps that must end first. What only follows a rename is left out. */
          readonly depends: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
        }[];
        /** Null where it is the same. */
        readonly schedule: {
          /** IANA time zone of lines without one. */
          readonly timezone: string;
          readonly before: {
            readonly lines: readonly {
              readonly kind: 'start' | 'stop' | 'restart';
              readonly expression: string;
            }[];
            /** The next five times, with their zones. */
            readonly next: readonly PlannedSlot[];
          };
          readonly after: {
            readonly lines: readonly {
              readonly kind: 'start' | 'stop' | 'restart';
              readonly expression: string;
            }[];
            /** The next five times, with their zones. */
            readonly next: readonly PlannedSlot[];
          };
        } | null;
        /** With their defaults. */
        readonly params: readonly {
          readonly name: string;
          readonly change: 'added' | 'removed' | 'changed';
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
          readonly requiredBefore: boolean;
          /** A start without a value for it is refused. */
          readonly requiredAfter: boolean;
        }[];
        /** With their sources, never their values. */
        readonly secrets: readonly {
          readonly name: string;
          readonly change: 'added' | 'removed' | 'changed';
          /** As it would be written, or as JSON; null where there is none. */
          readonly before: string | null;
          /** As it would be written, or as JSON; null where there is none. */
          readonly after: string | null;
        }[];
        /** Programs that commands, conditions and backticks name, as far as they are known. */
        readonly programs: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
        readonly hosts: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** DAGs that steps call. */
        readonly calls: {
          readonly added: readonly string[];
          readonly removed: readonly string[];
        };
        /** unknown: a side does not load, so that nothing else is compared. */
        readonly change: 'none' | 'created' | 'deleted' | 'changed' | 'unknown';
        readonly errors: {
          readonly before: readonly Diagnostic[];
          readonly after: readonly Diagnostic[];
        };
        /** Those of the same file that differ. */
        readonly localDags: readonly {
          /** Keys of the DAG itself. */
          readonly fields: readonly {
            /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
            readonly field: string;
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          readonly steps: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          readonly handlers: readonly {
            /** A renamed step may have other changes too. */
            readonly change: 'added' | 'removed' | 'renamed' | 'changed';
            /** Its name now, or the last one; for a handler its event. */
            readonly name: string;
            /** Another one only for `renamed`. */
            readonly previousName: string;
            /** Empty for a step that was removed. */
            readonly fields: readonly {
              /** Path of the key: `timeout_sec`, `retry_policy.limit`, `env.PORT`. */
              readonly field: string;
              /** As it would be written, or as JSON; null where there is none. */
              readonly before: string | null;
              /** As it would be written, or as JSON; null where there is none. */
              readonly after: string | null;
            }[];
            /** Steps that must end first. What only follows a rename is left out. */
            readonly depends: {
              readonly added: readonly string[];
              readonly removed: readonly string[];
            };
          }[];
          /** Null where it is the same. */
          readonly schedule: {
            /** IANA time zone of lines without one. */
            readonly timezone: string;
            readonly before: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
            readonly after: {
              readonly lines: readonly {
                readonly kind: 'start' | 'stop' | 'restart';
                readonly expression: string;
              }[];
              /** The next five times, with their zones. */
              readonly next: readonly PlannedSlot[];
            };
          } | null;
          /** With their defaults. */
          readonly params: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
            readonly requiredBefore: boolean;
            /** A start without a value for it is refused. */
            readonly requiredAfter: boolean;
          }[];
          /** With their sources, never their values. */
          readonly secrets: readonly {
            readonly name: string;
            readonly change: 'added' | 'removed' | 'changed';
            /** As it would be written, or as JSON; null where there is none. */
            readonly before: string | null;
            /** As it would be written, or as JSON; null where there is none. */
            readonly after: string | null;
          }[];
          /** Programs that commands, conditions and backticks name, as far as they are known. */
          readonly programs: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** Hosts of addresses, logins (`user@host`) and settings, as far as they are known. */
          readonly hosts: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          /** DAGs that steps call. */
          readonly calls: {
            readonly added: readonly string[];
            readonly removed: readonly string[];
          };
          readonly name: string;
          readonly change: 'created' | 'deleted' | 'changed';
        }[];
        /** Other DAGs with a step that calls this one. */
        readonly calledBy: readonly string[];
      };
      /** Commit that changed it last; empty for none. */
      readonly remoteCommit: string;
      readonly remoteAuthor: string;
      readonly remoteMessage: string;
    };
  };
  /** The commits that changed an item, newest first. Requires the role viewer or a higher one. */
  readonly 'sync.log': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
      readonly query?: {
        readonly limit?: number;
        /** The last commit of the previous page. */
        readonly before?: string;
      };
    };
    readonly output: {
      readonly commits: readonly {
        readonly commit: string;
        readonly author: string;
        readonly email: string;
        readonly message: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly committedAt: string;
      }[];
    };
  };
  /** The text that an item had at a commit of the branch. Requires the role viewer or a higher one. */
  readonly 'sync.textAt': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
        /** Id of the commit, in full. */
        readonly commit: string;
      };
    };
    readonly output: {
      /** Id of the commit, in full. */
      readonly commit: string;
      /** Path of the file in the repository. */
      readonly filePath: string;
      /** Left out where there was no such file. */
      readonly content?: string;
    };
  };
  /** List the texts that Git Sync has replaced or removed, newest first, for 30 days. Requires the role viewer or a higher one. */
  readonly 'sync.kept': {
    readonly input: Record<never, never>;
    readonly output: {
      readonly copies: readonly {
        /** Names the copy. */
        readonly keptId: string;
        /** Where the text was, below the folder of DAGs. */
        readonly filePath: string;
        /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
        readonly keptAt: string;
        /** What has replaced or removed the text; empty for copies of earlier versions. */
        readonly reason: '' | 'pull' | 'discard' | 'merge' | 'restore';
        readonly bytes: number;
      }[];
    };
  };
  /** A text that Git Sync has replaced or removed. Requires the role viewer or a higher one. */
  readonly 'sync.keptCopy': {
    readonly input: {
      readonly path: {
        /** Id of the copy. */
        readonly keptId: string;
      };
    };
    readonly output: {
      /** Names the copy. */
      readonly keptId: string;
      /** Where the text was, below the folder of DAGs. */
      readonly filePath: string;
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly keptAt: string;
      /** What has replaced or removed the text; empty for copies of earlier versions. */
      readonly reason: '' | 'pull' | 'discard' | 'merge' | 'restore';
      readonly bytes: number;
      readonly content: string;
      /** What stands in its place now; left out where there is nothing. */
      readonly localContent?: string;
    };
  };
  /** Restore a kept text. The text that it replaces is kept too. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.restore': {
    readonly input: {
      readonly path: {
        /** Id of the copy. */
        readonly keptId: string;
      };
    };
    readonly output: {
      /** What was done, as a sentence. */
      readonly message: string;
    };
  };
  /** Publish an item. One that is missing here is deleted on the remote. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.publish': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
      readonly body?: {
        /** Message of the commit (default: names the item, or counts them). */
        readonly message?: string;
        /** Decide a conflict for the text of here. */
        readonly force?: boolean;
      };
    };
    readonly output: {
      readonly success: boolean;
      readonly message: string;
      /** Items that are the same on both sides now. */
      readonly synced: readonly string[];
      /** Items that are changed only here. */
      readonly modified: readonly string[];
      /** Items that both sides have changed. */
      readonly conflicts: readonly string[];
      /** Items of which a text waits to be accepted. */
      readonly review: readonly string[];
      /** What was left out, and why. */
      readonly errors: readonly {
        readonly itemId: string;
        readonly message: string;
      }[];
      /** ISO 8601 UTC with milliseconds; empty where it does not apply. */
      readonly timestamp: string;
    };
  };
  /** Replace the text of an item by that of the remote. A copy is kept for 30 days. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.discard': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
    };
    readonly output: {
      /** What was done, as a sentence. */
      readonly message: string;
    };
  };
  /** Merge the two texts of an item in conflict, with what is to be decided. Requires the role viewer or a higher one. */
  readonly 'sync.merge': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
    };
    readonly output: {
      readonly itemId: string;
      readonly filePath: string;
      /** The merged text in parts of whole lines, one after the other. */
      readonly pieces: readonly (
        | {
            /** Who has changed the lines: neither side, one side, or both in the same way. */
            readonly kind: 'same' | 'mine' | 'theirs' | 'both';
            readonly text: string;
          }
        | {
            /** Each side has changed the lines in its own way. */
            readonly kind: 'conflict';
            /** What both had last. */
            readonly base: string;
            readonly mine: string;
            readonly theirs: string;
          }
      )[];
      /** SHA-256 of the text here, for `resolve`. */
      readonly localHash: string;
      /** SHA-256 of the text on the remote; empty for none. */
      readonly remoteHash: string;
      /** Commit that changed it there; empty for none. */
      readonly remoteCommit: string;
      readonly remoteAuthor: string;
    };
  };
  /** End a conflict with a merged text. The text that it replaces is kept for 30 days. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.resolve': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
      readonly body: {
        /** The merged text, without conflict marks. */
        readonly content: string;
        /** That of the merge: another text here is not replaced. */
        readonly localHash: string;
        /** That of the merge: another text there is not passed over. */
        readonly remoteHash: string;
      };
    };
    readonly output: {
      /** What was done, as a sentence. */
      readonly message: string;
    };
  };
  /** Forget that an item was synced. Its file stays, and counts as untracked. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'sync.forget': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
    };
    readonly output: {
      /** What was done, as a sentence. */
      readonly message: string;
    };
  };
  /** Accept a text that a pull brought: it takes its place, and can run from now on. Requires the role manager or a higher one. */
  readonly 'sync.accept': {
    readonly input: {
      readonly path: {
        /** Id of the item; a `/` in it is encoded as `%2F`. */
        readonly itemId: string;
      };
      readonly body: {
        /** `reviewHash` of the text that you looked at: no other is accepted. */
        readonly hash: string;
      };
    };
    readonly output: {
      /** What was done, as a sentence. */
      readonly message: string;
    };
  };
  /** Show the DAGs that definitions of Dagu or a crontab would become. Nothing is stored. Requires the role viewer or a higher one. */
  readonly 'imports.plan': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        /** `dagu`: definitions in earlier forms; `crontab`: a crontab. */
        readonly kind: 'dagu' | 'crontab';
        /** Whether a user stands before each command of a crontab, as in `/etc/crontab`. Left out: as the name and the text of the file say. */
        readonly system?: boolean;
        readonly files: readonly {
          /** Name of the file. */
          readonly name: string;
          readonly text: string;
        }[];
        /** Names of the whole import, where it comes in several requests: each can then call what another one brings. The same, in the same order, in each. */
        readonly all?: {
          /** Names of its files. */
          readonly files: readonly string[];
          /** Names that stand in its definitions. */
          readonly dags: readonly string[];
        };
      };
    };
    readonly output: {
      readonly dags: readonly {
        /** The file, or the line of the crontab. */
        readonly source: string;
        /** Name of the new DAG; empty where there can be none. */
        readonly fileName: string;
        /** The text as it was. */
        readonly before: string;
        /** The new definition; empty where there is none. */
        readonly spec: string;
        /** What to look at before it is taken; lines of the new definition. */
        readonly remarks: readonly {
          /** From 1. */
          readonly line: number;
          readonly message: string;
        }[];
        /** What could not be turned, by the lines of the new definition, or of the crontab where there is none. With problems it cannot be applied. */
        readonly problems: readonly {
          /** From 1. */
          readonly line: number;
          readonly message: string;
        }[];
        /** When it would start by itself. */
        readonly schedules: readonly string[];
        /** The DAG that has this name already. */
        readonly existing: {
          /** That of the text that is there; an apply that replaces it takes it. */
          readonly version: string;
          /** Its text. */
          readonly spec: string;
          /** Whether that is the new definition. */
          readonly same: boolean;
        } | null;
      }[];
    };
  };
  /** Create DAGs of a plan. Their schedules are off until someone turns them on. Requires the role manager or a higher one. Disabled for everyone by `permissions.write_dags: false`. */
  readonly 'imports.apply': {
    readonly input: {
      readonly query?: {
        /** Name of the configured node to ask; `local` is this engine. */
        readonly remoteNode?: string;
      };
      readonly body: {
        readonly dags: readonly {
          /** A name has 1 to 40 characters: letters, digits, dashes, dots and underscores. */
          readonly fileName: string;
          readonly spec: string;
          /** Version of the DAG of this name that it replaces. Without it, nothing is replaced. */
          readonly replaces?: string;
        }[];
      };
    };
    readonly output: {
      readonly results: readonly {
        readonly fileName: string;
        readonly outcome: 'created' | 'replaced' | 'refused';
        /** Why it was refused; else empty. */
        readonly message: string;
        /** Whether its schedule is off until you turn it on. */
        readonly suspended: boolean;
      }[];
    };
  };
}

const routes = {
  'system.health': { method: 'GET', path: '/health', answer: 'json' },
  'system.openapi': { method: 'GET', path: '/openapi.json', answer: 'json' },
  'system.dagSchema': { method: 'GET', path: '/schema/dag.json', answer: 'json' },
  'system.uiSettings': { method: 'GET', path: '/ui-settings', answer: 'json' },
  'system.resources': { method: 'GET', path: '/services/resources/history', answer: 'json' },
  'system.metrics': { method: 'GET', path: '/metrics', answer: 'text' },
  'dags.list': { method: 'GET', path: '/dags', answer: 'json' },
  'dags.create': { method: 'POST', path: '/dags', answer: 'json' },
  'dags.tags': { method: 'GET', path: '/dags/tags', answer: 'json' },
  'dags.search': { method: 'GET', path: '/dags/search', answer: 'json' },
  'dags.validate': { method: 'POST', path: '/dags/validate', answer: 'json' },
  'dags.get': { method: 'GET', path: '/dags/{fileName}', answer: 'json' },
  'dags.delete': { method: 'DELETE', path: '/dags/{fileName}', answer: 'nothing' },
  'dags.getSpec': { method: 'GET', path: '/dags/{fileName}/spec', answer: 'json' },
  'dags.updateSpec': { method: 'PUT', path: '/dags/{fileName}/spec', answer: 'json' },
  'dags.changes': { method: 'POST', path: '/dags/{fileName}/changes', answer: 'json' },
  'dags.rename': { method: 'POST', path: '/dags/{fileName}/rename', answer: 'nothing' },
  'dags.suspend': { method: 'POST', path: '/dags/{fileName}/suspend', answer: 'nothing' },
  'dags.start': { method: 'POST', path: '/dags/{fileName}/start', answer: 'json' },
  'dags.startSync': { method: 'POST', path: '/dags/{fileName}/start-sync', answer: 'json' },
  'dags.dryRun': { method: 'POST', path: '/dags/{fileName}/dry-run', answer: 'json' },
  'dags.stopAll': { method: 'POST', path: '/dags/{fileName}/stop-all', answer: 'json' },
  'dags.runs': { method: 'GET', path: '/dags/{fileName}/dag-runs', answer: 'json' },
  'dags.run': { method: 'GET', path: '/dags/{fileName}/dag-runs/{dagRunId}', answer: 'json' },
  'runs.list': { method: 'GET', path: '/dag-runs', answer: 'json' },
  'runs.start': { method: 'POST', path: '/dag-runs', answer: 'json' },
  'runs.listOf': { method: 'GET', path: '/dag-runs/{name}', answer: 'json' },
  'runs.dryRun': { method: 'POST', path: '/dag-runs/dry-run', answer: 'json' },
  'runs.get': { method: 'GET', path: '/dag-runs/{name}/{dagRunId}', answer: 'json' },
  'runs.stop': { method: 'POST', path: '/dag-runs/{name}/{dagRunId}/stop', answer: 'nothing' },
  'runs.log': { method: 'GET', path: '/dag-runs/{name}/{dagRunId}/log', answer: 'json' },
  'runs.stepLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/log',
    answer: 'json',
  },
  'runs.stepMessages': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/messages',
    answer: 'json',
  },
  'runs.searchStepLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/log/search',
    answer: 'json',
  },
  'runs.downloadLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/log/download',
    answer: 'text',
  },
  'runs.downloadStepLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/log/download',
    answer: 'text',
  },
  'runs.outputs': { method: 'GET', path: '/dag-runs/{name}/{dagRunId}/outputs', answer: 'json' },
  'runs.retry': { method: 'POST', path: '/dag-runs/{name}/{dagRunId}/retry', answer: 'nothing' },
  'runs.reschedule': {
    method: 'POST',
    path: '/dag-runs/{name}/{dagRunId}/reschedule',
    answer: 'json',
  },
  'runs.setStepStatus': {
    method: 'PATCH',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/status',
    answer: 'nothing',
  },
  'runs.approve': {
    method: 'POST',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/approve',
    answer: 'json',
  },
  'runs.reject': {
    method: 'POST',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/reject',
    answer: 'json',
  },
  'runs.spec': { method: 'GET', path: '/dag-runs/{name}/{dagRunId}/spec', answer: 'json' },
  'runs.stepEnvironment': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/environment',
    answer: 'json',
  },
  'runs.stepAttempts': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/steps/{stepName}/attempts',
    answer: 'json',
  },
  'subRuns.list': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs',
    answer: 'json',
  },
  'subRuns.get': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}',
    answer: 'json',
  },
  'subRuns.spec': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/spec',
    answer: 'json',
  },
  'subRuns.outputs': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/outputs',
    answer: 'json',
  },
  'subRuns.log': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/log',
    answer: 'json',
  },
  'subRuns.stepLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/steps/{stepName}/log',
    answer: 'json',
  },
  'subRuns.stepMessages': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/steps/{stepName}/messages',
    answer: 'json',
  },
  'subRuns.downloadLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/log/download',
    answer: 'text',
  },
  'subRuns.downloadStepLog': {
    method: 'GET',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/steps/{stepName}/log/download',
    answer: 'text',
  },
  'subRuns.setStepStatus': {
    method: 'PATCH',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/steps/{stepName}/status',
    answer: 'nothing',
  },
  'subRuns.approve': {
    method: 'POST',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/steps/{stepName}/approve',
    answer: 'json',
  },
  'subRuns.reject': {
    method: 'POST',
    path: '/dag-runs/{name}/{dagRunId}/sub-dag-runs/{subDAGRunId}/steps/{stepName}/reject',
    answer: 'json',
  },
  'queues.list': { method: 'GET', path: '/queues', answer: 'json' },
  'queues.items': { method: 'GET', path: '/queues/{name}/items', answer: 'json' },
  'queues.move': { method: 'POST', path: '/queues/{name}/move', answer: 'nothing' },
  'dags.enqueue': { method: 'POST', path: '/dags/{fileName}/enqueue', answer: 'json' },
  'runs.enqueue': { method: 'POST', path: '/dag-runs/enqueue', answer: 'json' },
  'runs.dequeue': { method: 'GET', path: '/dag-runs/{name}/{dagRunId}/dequeue', answer: 'nothing' },
  'schedule.calendar': { method: 'GET', path: '/schedule/calendar', answer: 'json' },
  'schedule.preview': { method: 'POST', path: '/schedule/preview', answer: 'json' },
  'dags.schedulePreview': {
    method: 'GET',
    path: '/dags/{fileName}/schedule/preview',
    answer: 'json',
  },
  'dags.slots': { method: 'GET', path: '/dags/{fileName}/slots', answer: 'json' },
  'dags.why': { method: 'GET', path: '/dags/{fileName}/why', answer: 'json' },
  'runs.cleanup': { method: 'POST', path: '/dags/{fileName}/cleanup', answer: 'json' },
  'system.doctor': { method: 'POST', path: '/services/doctor', answer: 'json' },
  'auth.status': { method: 'GET', path: '/auth/status', answer: 'json' },
  'auth.setup': { method: 'POST', path: '/auth/setup', answer: 'json' },
  'auth.login': { method: 'POST', path: '/auth/login', answer: 'json' },
  'auth.oidcStart': { method: 'POST', path: '/auth/oidc/start', answer: 'json' },
  'auth.oidcFinish': { method: 'POST', path: '/auth/oidc/finish', answer: 'json' },
  'auth.me': { method: 'GET', path: '/auth/me', answer: 'json' },
  'auth.changePassword': { method: 'POST', path: '/auth/change-password', answer: 'json' },
  'auth.logout': { method: 'POST', path: '/auth/logout', answer: 'nothing' },
  'users.list': { method: 'GET', path: '/users', answer: 'json' },
  'users.create': { method: 'POST', path: '/users', answer: 'json' },
  'users.get': { method: 'GET', path: '/users/{userId}', answer: 'json' },
  'users.update': { method: 'PATCH', path: '/users/{userId}', answer: 'json' },
  'users.delete': { method: 'DELETE', path: '/users/{userId}', answer: 'nothing' },
  'users.resetPassword': { method: 'POST', path: '/users/{userId}/reset-password', answer: 'json' },
  'apiKeys.list': { method: 'GET', path: '/api-keys', answer: 'json' },
  'apiKeys.create': { method: 'POST', path: '/api-keys', answer: 'json' },
  'apiKeys.get': { method: 'GET', path: '/api-keys/{keyId}', answer: 'json' },
  'apiKeys.update': { method: 'PATCH', path: '/api-keys/{keyId}', answer: 'json' },
  'apiKeys.delete': { method: 'DELETE', path: '/api-keys/{keyId}', answer: 'nothing' },
  'webhooks.trigger': { method: 'POST', path: '/webhooks/{fileName}', answer: 'json' },
  'webhooks.list': { method: 'GET', path: '/webhooks', answer: 'json' },
  'webhooks.get': { method: 'GET', path: '/dags/{fileName}/webhook', answer: 'json' },
  'webhooks.create': { method: 'POST', path: '/dags/{fileName}/webhook', answer: 'json' },
  'webhooks.delete': { method: 'DELETE', path: '/dags/{fileName}/webhook', answer: 'nothing' },
  'webhooks.update': { method: 'PATCH', path: '/dags/{fileName}/webhook', answer: 'json' },
  'webhooks.regenerate': {
    method: 'POST',
    path: '/dags/{fileName}/webhook/regenerate',
    answer: 'json',
  },
  'webhooks.toggle': { method: 'POST', path: '/dags/{fileName}/webhook/toggle', answer: 'json' },
  'webhooks.setSignature': {
    method: 'POST',
    path: '/dags/{fileName}/webhook/signature',
    answer: 'json',
  },
  'webhooks.setup': { method: 'GET', path: '/dags/{fileName}/webhook/setup', answer: 'json' },
  'webhooks.test': { method: 'POST', path: '/dags/{fileName}/webhook/test', answer: 'json' },
  'webhooks.deliveries': {
    method: 'GET',
    path: '/dags/{fileName}/webhook/deliveries',
    answer: 'json',
  },
  'audit.list': { method: 'GET', path: '/audit', answer: 'json' },
  'nodes.list': { method: 'GET', path: '/remote-nodes', answer: 'json' },
  'nodes.setToken': { method: 'PUT', path: '/remote-nodes/{name}/token', answer: 'nothing' },
  'nodes.test': { method: 'POST', path: '/remote-nodes/{name}/test', answer: 'json' },
  'workers.list': { method: 'GET', path: '/workers', answer: 'json' },
  'system.scheduler': { method: 'GET', path: '/services/scheduler', answer: 'json' },
  'system.coordinator': { method: 'GET', path: '/services/coordinator', answer: 'json' },
  'keychain.list': { method: 'GET', path: '/keychain', answer: 'json' },
  'keychain.forget': { method: 'DELETE', path: '/keychain/{kind}', answer: 'nothing' },
  'sync.status': { method: 'GET', path: '/sync/status', answer: 'json' },
  'sync.pull': { method: 'POST', path: '/sync/pull', answer: 'json' },
  'sync.publishAll': { method: 'POST', path: '/sync/publish-all', answer: 'json' },
  'sync.testConnection': { method: 'POST', path: '/sync/test-connection', answer: 'json' },
  'sync.getConfig': { method: 'GET', path: '/sync/config', answer: 'json' },
  'sync.setConfig': { method: 'PUT', path: '/sync/config', answer: 'json' },
  'sync.diffAll': { method: 'GET', path: '/sync/diff', answer: 'json' },
  'sync.diff': { method: 'GET', path: '/sync/items/{itemId}/diff', answer: 'json' },
  'sync.log': { method: 'GET', path: '/sync/items/{itemId}/log', answer: 'json' },
  'sync.textAt': { method: 'GET', path: '/sync/items/{itemId}/commits/{commit}', answer: 'json' },
  'sync.kept': { method: 'GET', path: '/sync/kept', answer: 'json' },
  'sync.keptCopy': { method: 'GET', path: '/sync/kept/{keptId}', answer: 'json' },
  'sync.restore': { method: 'POST', path: '/sync/kept/{keptId}/restore', answer: 'json' },
  'sync.publish': { method: 'POST', path: '/sync/items/{itemId}/publish', answer: 'json' },
  'sync.discard': { method: 'POST', path: '/sync/items/{itemId}/discard', answer: 'json' },
  'sync.merge': { method: 'GET', path: '/sync/items/{itemId}/merge', answer: 'json' },
  'sync.resolve': { method: 'POST', path: '/sync/items/{itemId}/resolve', answer: 'json' },
  'sync.forget': { method: 'POST', path: '/sync/items/{itemId}/forget', answer: 'json' },
  'sync.accept': { method: 'POST', path: '/sync/items/{itemId}/accept', answer: 'json' },
  'imports.plan': { method: 'POST', path: '/imports/plan', answer: 'json' },
  'imports.apply': { method: 'POST', path: '/imports/apply', answer: 'json' },
} as const;

/** The operations of one engine. Answers that report an error are thrown as `DagwrightError`. */
export function createClient(options: ClientOptions) {
  return {
    call: createCall<Operations>(routes, options),
    /** What happens in the engine, or in the runs of one DAG, or in one run. */
    events: (
      filter: {
        readonly name?: string;
        readonly dagRunId?: string;
        readonly remoteNode?: string;
      } = {},
      signal?: AbortSignal,
    ) => followEvents<EngineEvent>(options, filter, signal),
  };
}

/** How to reach an engine. */
export interface ClientOptions {
  /** Scheme, host and port, with the base path if there is one: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A JWT, an API key or the token of a webhook; none is needed with `auth.mode: none`. */
  readonly token?: string;
  /** Another `fetch` than that of the platform. */
  readonly fetch?: typeof fetch;
}

/** An answer that reports an error. `code` is for programs, `message` for people. */
export class DagwrightError extends Error {
  override readonly name = 'DagwrightError';
  /** HTTP status of the answer. */
  readonly status: number;
  readonly code: string;
  /** What the message is about: the offending fields, load errors and the like. */
  readonly details: Readonly<Record<string, unknown>>;
  /** With `timeout` of start-sync: the run, which goes on. */
  readonly dagRunId: string | undefined;

  constructor(status: number, body: unknown) {
    const { code, message, details, dagRunId } = (body ?? {}) as {
      readonly [key in 'code' | 'message' | 'dagRunId']?: string;
    } & { readonly details?: Record<string, unknown> };
    super(message ?? `The server answered ${status}, but not as an engine does.`);
    this.status = status;
    this.code = code ?? 'internal_error';
    this.details = details ?? {};
    this.dagRunId = dagRunId;
  }
}

type Values = Readonly<Record<string, unknown>>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly answer: 'json' | 'text' | 'nothing';
}

interface Input {
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
}

type Described = { readonly input: object; readonly output: unknown };

/** The input may be left out where nothing in it is required. */
type Arguments<I> = Record<never, never> extends I ? [input?: I] : [input: I];

type Call<O extends Readonly<Record<keyof O, Described>>> = <N extends keyof O>(
  name: N,
  ...input: Arguments<O[N]['input']>
) => Promise<O[N]['output']>;

export function createCall<O extends Readonly<Record<keyof O, Described>>>(
  routes: Readonly<Record<keyof O, Route>>,
  options: ClientOptions,
): Call<O> {
  return async (name, ...[input = {}]) => {
    const route = routes[name];
    const { url, init } = requestOf(route, input, options);
    const response = await (options.fetch ?? fetch)(url, init);
    const text = await response.text();
    if (!response.ok) throw new DagwrightError(response.status, parsed(text));
    return answerOf(route, text) as O[typeof name]['output'];
  };
}

/** A text may be empty, such as the log of a step that said nothing: it is a text all the same. */
function answerOf({ answer }: Route, text: string): unknown {
  if (answer === 'nothing') return undefined;
  return answer === 'json' ? JSON.parse(text) : text;
}

function requestOf(
  { method, path }: Route,
  { path: inPath = {}, query = {}, headers = {}, body }: Input,
  { baseUrl, token }: ClientOptions,
): { readonly url: string; readonly init: RequestInit } {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(inPath[name]));
  return {
    url: `${baseUrl}/api/v1${filled}${searchOf(query)}`,
    init: {
      method,
      headers: {
        Accept: 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...strings(headers),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}

/** URLs resolve such segments away, and the request would reach another operation. */
function segment(value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" cannot stand in a path.`);
  return encodeURIComponent(text);
}

function searchOf(query: Values): string {
  const search = new URLSearchParams(strings(query)).toString();
  return search === '' ? '' : `?${search}`;
}

function strings(values: Values): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Whoever answered was no engine.
  }
}

/** Events as they happen, until the loop is left, `signal` is aborted or the connection is lost. */
export async function* followEvents<E>(
  { baseUrl, token, fetch: send = fetch }: ClientOptions,
  query: Values,
  signal?: AbortSignal,
): AsyncGenerator<E, void> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await send(`${baseUrl}/api/v1/events${searchOf(query)}`, {
    headers: { Accept: 'text/event-stream', ...authorization },
    signal: signal ?? null,
  });
  if (!response.ok || response.body === null) {
    throw new DagwrightError(response.status, parsed(await response.text()));
  }
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + piece).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as E;
    }
  }
}
