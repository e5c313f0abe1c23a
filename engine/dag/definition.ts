import type { TextEncoding } from '../lib/text-encoding.ts';
import type { Container } from './container.ts';
import type { ChatMessage, Llm } from './llm.ts';
import type { SshSettings } from './ssh.ts';

/**
 * A DAG as it was written and checked, before anything is expanded: the result of `loadDag`, the input of everything
 * else. Field names are those of a DAG file, in camel case.
 */
export interface Dag {
  readonly name: string;
  readonly description: string;
  readonly group: string;
  /** Normalized: lower case, `key` or `key=value`. */
  readonly tags: readonly string[];
  readonly type: 'chain' | 'graph';
  readonly schedule: Schedules;
  readonly slotPolicy: SlotPolicy;
  /** Queue of its runs; null: one of its own, named like the DAG. */
  readonly queue: string | null;
  /** Read and ignored: queues say how many runs go on at a time (specification). */
  readonly maxActiveRuns: number;
  readonly params: readonly ParamDefinition[];
  /** What they keep to; null: they are any texts. */
  readonly paramSchema: ParamSchema | null;
  readonly env: readonly EnvEntry[];
  /** Files of variables, read from the working directory when a run begins; later ones win. */
  readonly dotenv: readonly string[];
  readonly secrets: readonly SecretDefinition[];
  /** All must be met, or the run is aborted before its first step. */
  readonly preconditions: readonly Condition[];
  readonly handlerOn: Handlers;
  readonly runConfig: RunConfig;
  /** Null: the folder of the DAG file, or a private one for an inline run. */
  readonly workingDir: string | null;
  /** Program and arguments; null: the default shell. `['direct']` runs commands without a shell. */
  readonly shell: readonly string[] | null;
  readonly logDir: string | null;
  /** Takes its mails; null: it sends none. */
  readonly smtp: SmtpServer | null;
  readonly mailOn: MailOn;
  /** Mails about its runs; null: nobody is told. */
  readonly errorMail: MailSettings | null;
  readonly infoMail: MailSettings | null;
  readonly waitMail: MailSettings | null;
  /** Where traces of its runs go; null: nowhere. */
  readonly otel: OtelSettings | null;
  /** Where steps without a type run, and the default of `docker` steps; null: here, and each says it itself. */
  readonly container: Container | null;
  /** Who may pull images, by registries. */
  readonly registryAuths: readonly RegistryAuth[];
  /** Where steps without a type run, and the default of those that go by SSH; null: here, and each says it itself. */
  readonly ssh: SshSettings | null;
  /** Default of its `s3` steps; null: each says it itself. */
  readonly s3: S3Connection | null;
  /** Default of its `chat` steps; null: each says it itself. */
  readonly llm: Llm | null;
  /** Default of its `redis` steps; null: each says it itself. */
  readonly redis: RedisConnection | null;
  readonly logOutput: 'separate' | 'merged';
  readonly logOutputEncoding: TextEncoding;
  /** Days; 0 deletes a run as soon as it ends, -1 keeps for ever. */
  readonly histRetentionDays: number;
  /** How many of its ended runs are kept; null: no limit. */
  readonly histRetentionRuns: number | null;
  readonly maxActiveSteps: number;
  /** Seconds; 0: none. */
  readonly timeoutSec: number;
  /** Seconds to wait after each step's start. */
  readonly delaySec: number;
  /** Seconds between the stop signal and SIGKILL. */
  readonly maxCleanUpTimeSec: number;
  /** Bytes that one captured output may have. */
  readonly maxOutputSize: number;
  readonly steps: readonly Step[];
}

export interface Schedules {
  readonly start: readonly ScheduleEntry[];
  readonly stop: readonly ScheduleEntry[];
  readonly restart: readonly ScheduleEntry[];
}

/** Where objects are stored, unexpanded; null: nothing is said of it. */
export interface S3Connection {
  readonly region: string | null;
  readonly endpoint: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  readonly bucket: string | null;
  readonly forcePathStyle: boolean | null;
}

/** A user of a registry of images, unexpanded. */
export interface RegistryAuth {
  readonly registry: string;
  readonly username: string;
  readonly password: string;
}

/** Where a Redis server is, unexpanded; null and empty: nothing is said of it. */
export interface RedisConnection {
  readonly url: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly password: string | null;
  readonly username: string | null;
  readonly db: number | null;
  readonly tls: boolean | null;
  readonly mode: 'standalone' | 'sentinel' | 'cluster' | null;
  readonly sentinelMaster: string | null;
  readonly sentinelAddrs: readonly string[];
  readonly clusterAddrs: readonly string[];
}

/** How slots are dealt with. */
export interface SlotPolicy {
  /** A start is skipped when a run since the slot before has succeeded. */
  readonly skipIfSuccessful: boolean;
  /** Seconds between the end of the old run and the start of the new one in a restart. */
  readonly restartWaitSec: number;
  /** Milliseconds back from now in which missed starts are caught up; null: none are. */
  readonly catchupWindowMs: number | null;
  /** What happens to a missed start while a run is active: dropped; kept for later; dropped unless it is the newest. */
  readonly overlapPolicy: 'skip' | 'all' | 'latest';
  /** A start is put off by less than so many seconds, each slot by its own share; 0: by none. */
  readonly jitterSec: number;
}

export interface ScheduleEntry {
  /** As written, zone prefix included. */
  readonly expression: string;
  /** Five fields. */
  readonly cron: string;
  /** IANA zone of a `CRON_TZ=` prefix; null: the zone of the engine. */
  readonly timezone: string | null;
}

export interface ParamDefinition {
  /** For a positional parameter its position from 1, as text. */
  readonly name: string;
  readonly positional: boolean;
  /** Unexpanded. Null: it has a value only where one is given. */
  readonly defaultValue: string | null;
  /** For whoever gives a value: the comment beside it. */
  readonly help?: string;
  /** Whether the default is data, never expanded: that of a JSON Schema. */
  readonly isData?: true;
  /** `base`: it stands in base.yaml. */
  readonly source?: 'base';
}

/** A JSON Schema of all parameters together: its text, or the file that holds it. */
export type ParamSchema =
  | { readonly kind: 'inline'; readonly json: string }
  | { readonly kind: 'file'; readonly path: string };

export interface EnvEntry {
  readonly name: string;
  /** Unexpanded. */
  readonly value: string;
  /** `base`: it stands in base.yaml. */
  readonly source?: 'base';
}

export interface SecretDefinition {
  /** Variable that holds it. */
  readonly name: string;
  readonly provider: 'env' | 'file';
  /** Name of a variable of the engine's environment, or path of a file. */
  readonly key: string;
  /** Whether one line feed at the end of a file is left out. */
  readonly trim: boolean;
}

/** A mail server, unexpanded. */
export interface SmtpServer {
  readonly host: string;
  readonly port: string;
  /** Empty: it asks for none. */
  readonly username: string;
  readonly password: string;
}

/** Events of a run that are told by mail. */
export interface MailOn {
  readonly success: boolean;
  readonly failure: boolean;
  readonly wait: boolean;
}

/** Sender and recipients of a mail about a run, unexpanded. */
export interface MailSettings {
  readonly from: string;
  readonly to: readonly string[];
  /** Begins the subject. */
  readonly prefix: string;
  readonly attachLogs: boolean;
}

/** A collector of traces, unexpanded. */
export interface OtelSettings {
  readonly enabled: boolean;
  readonly endpoint: string;
  readonly headers: readonly NamedText[];
  readonly insecure: boolean;
  readonly timeoutMs: number;
  /** Attributes of the sender. */
  readonly resource: readonly NamedText[];
}

interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** What people may change when they start a run by hand. */
export interface RunConfig {
  readonly disableParamEdit: boolean;
  readonly disableRunIdEdit: boolean;
}

/** In the order in which they are shown. */
export const handlerNames = ['init', 'success', 'failure', 'abort', 'wait', 'exit'] as const;
export type HandlerName = (typeof handlerNames)[number];
/** A step for each event that has one. */
export type Handlers = Readonly<Partial<Record<HandlerName, Step>>>;

/** One entry of `preconditions`, or the condition of a `repeat_policy`. */
export interface Condition {
  /** Text to compare when `expected` is given, else a shell command whose success decides. Unexpanded. */
  readonly condition: string;
  /** Text, or a pattern after `re:`; null: the condition is a command. */
  readonly expected: string | null;
  readonly negate: boolean;
}

/** Which failures and skips do not hold up what follows. */
export interface ContinueOn {
  readonly failure: boolean;
  readonly skipped: boolean;
  readonly exitCode: readonly number[];
  /** Texts, or patterns after `re:`, one of which must stand in a line of standard output. */
  readonly output: readonly string[];
  /** A failure that matches counts as a success. */
  readonly markSuccess: boolean;
}

/** A growing pause: `intervalSec * backoff ** n`, at most `maxIntervalSec` (0: without a bound). */
export interface Pause {
  readonly intervalSec: number;
  /** 1: always the same. */
  readonly backoff: number;
  readonly maxIntervalSec: number;
}

export interface RetryPolicy extends Pause {
  /** Attempts beyond the first. */
  readonly limit: number;
  /** Codes that are worth another attempt; empty: every failure is. */
  readonly exitCode: readonly number[];
}

/** The same as it is written: either number may be a reference, which a failure looks up. */
export interface WrittenRetryPolicy extends Omit<RetryPolicy, 'limit' | 'intervalSec'> {
  readonly limit: number | string;
  readonly intervalSec: number | string;
}

export interface RepeatPolicy extends Pause {
  readonly repeat: 'while' | 'until';
  /** Null with no exit codes either: the success of the step itself. */
  readonly condition: Condition | null;
  readonly exitCode: readonly number[];
  /** Executions in all; 0: without a bound. */
  readonly limit: number;
}

/** Parameters of a call, unexpanded; a null name is a positional one. */
export type CallParams =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'named'; readonly values: readonly EnvEntry[] };

/** One call of the sub-DAG for each item. */
export interface Parallel {
  readonly items:
    | { readonly kind: 'list'; readonly items: readonly TextOrJson[] }
    /** Text that names a variable: JSON, or texts on lines or between commas. */
    | { readonly kind: 'text'; readonly text: string };
  readonly maxConcurrent: number;
}

/** Unexpanded. */
export type TextOrJson =
  | { readonly kind: 'text'; readonly text: string }
  /** Compact JSON; the texts within it are those of the file. */
  | { readonly kind: 'json'; readonly json: string };

export interface Route {
  /** Text that the value must equal, or a pattern after `re:`. */
  readonly pattern: string;
  /** Names of the steps that then run. */
  readonly targets: readonly string[];
}

export interface Step {
  readonly name: string;
  readonly id: string | null;
  readonly description: string;
  /** Name of a type of the registry (`engine/steps`). */
  readonly type: string;
  /** Settings as the type's own table reads them; null where it has none. */
  readonly config: unknown;
  /** Run one after another; empty when there is only a script. */
  readonly commands: readonly string[];
  readonly script: string | null;
  /** Names of the steps that must end first: `depends` of a graph, the neighbors before it in a chain. */
  readonly depends: readonly string[];
  readonly workingDir: string | null;
  readonly shell: readonly string[] | null;
  /** Files that get a copy of the stream, appended. */
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly output: OutputDefinition | null;
  readonly env: readonly EnvEntry[];
  /** Null: as the DAG says. */
  readonly logOutput: 'separate' | 'merged' | null;
  readonly logOutputEncoding: TextEncoding | null;
  /** Sub-DAG to run: a DAG of the same file, a stored one, or a path. */
  readonly call: string | null;
  readonly callParams: CallParams | null;
  readonly parallel: Parallel | null;
  /** Where its commands run; null: where its type says. */
  readonly container: Container | null;
  /** All must be met, or the step is skipped. */
  readonly preconditions: readonly Condition[];
  readonly continueOn: ContinueOn;
  readonly retryPolicy: WrittenRetryPolicy | null;
  readonly repeatPolicy: RepeatPolicy | null;
  /** What a router looks at, unexpanded. */
  readonly value: string | null;
  readonly routes: readonly Route[];
  /** Names of the routers that must choose this step. They are among `depends`. */
  readonly routedBy: readonly string[];
  /** Like `SIGTERM`; null: SIGTERM. */
  readonly signalOnStop: string | null;
  /** Model that it asks; null: that of the DAG. */
  readonly llm: Llm | null;
  readonly messages: readonly ChatMessage[];
  /** Whether its failure is told by `errorMail` of the DAG. */
  readonly mailOnError: boolean;
  readonly timeoutSec: number;
}

export interface OutputDefinition {
  readonly name: string;
  /** Key at the outputs endpoint; null: the name in camel case. */
  readonly key: string | null;
  readonly omit: boolean;
}

/** A finding of the loader. Lines and columns are 1-based, the end exclusive. */
export interface LoadIssue {
  readonly severity: 'error' | 'warning';
  /** Stable name of the rule that found a warning, which the manual explains, or `older-form`. */
  readonly code?: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Text that would fix it in place of the marked range. */
  readonly suggestion?: string;
}

export interface LoadResult {
  /** The first document; null when it has errors or cannot be read. */
  readonly dag: Dag | null;
  /** Documents after a `---`. */
  readonly localDags: readonly Dag[];
  /** The line on which each of them begins. */
  readonly localLines: readonly number[];
  /** What could be read although there are errors: every valid field, defaults for the rest. */
  readonly partial: Dag;
  /** All of them, in the order of the text. */
  readonly issues: readonly LoadIssue[];
  /** Where the first document says its name; its beginning where it says none. */
  readonly namePlace: Pick<LoadIssue, 'line' | 'column' | 'endLine' | 'endColumn'>;
  /** Where the effective value of each root key of the first document comes from. */
  readonly sources: Readonly<Record<string, ValueSource>>;
}

/** `merged`: base.yaml and the DAG each gave a part of it. */
export type ValueSource = 'dag' | 'base' | 'merged' | 'default';

/** `[4:7] message`: the form in which load errors appear in answers and on the command line. */
export function issueText(issue: LoadIssue): string {
  return `[${issue.line}:${issue.column}] ${issue.message}`;
}
