import type { ChatMessage } from '../contract/messages.ts';
import type { ArchiveRequest } from './archive/archive-request.ts';
import type { ChatRequest } from './chat/chat-request.ts';
import type { DockerRequest } from './docker/docker-request.ts';
import type { GhaRequest } from './gha/gha-request.ts';
import type { SweepRequest } from './docker/sweep-leases.ts';
import type { HttpRequest } from './http/http-request.ts';
import type { JqTask } from './jq/jq-task.ts';
import type { MailRequest } from './mail/mail-request.ts';
import type { SpanBatch } from './otel/span-batch.ts';
import type { RedisTask } from './redis/redis-task.ts';
import type { S3Request } from './s3/s3-request.ts';
import type { SftpRequest } from './sftp/sftp-request.ts';
import type { SqlQuery } from './sql/sql-query.ts';
import type { SshRequest } from './ssh/ssh-request.ts';

/** What a step program is asked to do: which of them, and the step's own settings with all values filled in. */
export type ProgramTask<Name extends keyof Programs = keyof Programs> = {
  readonly [Each in Name]: { readonly program: Each; readonly input: ProgramInputs[Each] };
}[Name];

/** What each program takes. */
interface ProgramInputs {
  readonly archive: ArchiveRequest;
  readonly chat: ChatRequest;
  readonly containers: SweepRequest;
  readonly docker: DockerRequest;
  readonly gha: GhaRequest;
  readonly http: HttpRequest;
  readonly jq: JqTask;
  readonly mail: MailRequest;
  readonly otel: SpanBatch;
  readonly postgres: SqlQuery;
  readonly redis: RedisTask;
  readonly s3: S3Request;
  readonly sftp: SftpRequest;
  readonly sqlite: SqlQuery;
  readonly ssh: SshRequest;
}
type ProgramName = keyof ProgramInputs;

/** Carries out a step. @throws Error in words for a person: the step fails with them. */
export type Program<Input> = (input: Input, context: ProgramContext) => Promise<void>;

/** Every program, by its name. Each is loaded when a step needs it: some bring large libraries. */
export type Programs = {
  readonly [Name in ProgramName]: () => Promise<Program<ProgramInputs[Name]>>;
};

/** What a program is given beside its input. */
export interface ProgramContext {
  /** Tells the engine what is worth knowing of this step beside its output, such as `rows` or `image`: a word or two each. */
  readonly fact: (name: string, value: string | number) => void;
  /** Says which of several commands failed, from 1: the step ends with its exit code. */
  readonly failedCommand: (number: number) => void;
  /**
   * A name beside `path` for what is written there before it is complete. Whatever bears it when the step has ended, in
   * whatever way, is removed.
   */
  readonly temporary: (path: string) => string;
  /**
   * What to do before the program ends at a stop, such as to cancel what is remote; the newest holds. A program that says
   * nothing ends at once.
   */
  readonly onStop: (cancel: () => Promise<void>) => void;
  /** Where it asks for runs of other DAGs (`dag-calls`); nothing is there unless its work names some. */
  readonly callFolder: string;
  /** Keeps what was said, for people and for the steps after this one. The newest call holds. */
  readonly keepMessages: (messages: readonly ChatMessage[]) => void;
}

/** What stands in the file of an input. It may hold secrets: only its owner can read it, and the program takes it away. */
export interface ProgramInput {
  readonly task: ProgramTask;
  /** Gets what the program tells the engine, a line for each. */
  readonly reportFile: string;
  readonly callFolder: string;
  /** Gets the messages that are to be kept, as JSON. */
  readonly messagesFile: string;
}

/** A line of what a program tells the engine beside its output. */
export type ProgramReport =
  | { /** Why it failed. */ readonly error: string }
  | { /** The newer of two of one name holds. */ readonly fact: ProgramFact }
  | { /** Which of several commands failed, from 1. */ readonly failedCommand: number }
  | {
      /** A file or folder that must not outlive the step: an absolute path. */ readonly temporary: string;
    };

/** How the name of everything begins that must not outlive its step, so that nothing else is ever removed. */
export const TEMPORARY_PREFIX = '.dagwright-';

/** Something worth knowing of a step, for a person. */
export interface ProgramFact {
  readonly name: string;
  readonly value: string;
}
