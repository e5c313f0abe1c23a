import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call: anybody, or a role of the interface. */
export type Access = 'public' | 'viewer' | 'operator' | 'manager' | 'admin';

/** How an operation is asked for over REST, and by whom: all that a client needs, which is loaded without the shapes. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, parameters in braces: `/dags/{fileName}`. */
  readonly path: string;
  readonly access: Access;
  /** Media type of an output that is text and is sent as it is; JSON when left out. */
  readonly contentType?: string;
  /** The output is a `Download`: REST sends its bytes under its name, with `contentType`; other transports refuse. */
  readonly download?: true;
  /** Fields of the input that go by another name in the JSON body, because the path has that name: field to body name. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /**
   * What brings commands of the caller's own: every call, or one with these fields. It needs the role that
   * `permissions.inline_runs` names.
   */
  readonly ownCommands?: 'always' | readonly string[];
  /** Fields of the input that travel in headers: field to header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body is not taken apart: all its bytes are this field of the input, as a base64 text. */
  readonly wholeBody?: { readonly field: string };
}

/**
 * One thing that the engine can be asked to do. Transports, clients, the access check and the OpenAPI document are
 * derived from it. Its shapes are made when they are asked for (`shape`).
 *
 * Over REST, `input` is gathered from the path, then the query (`query` operations) or the JSON body (`body`
 * operations; `remoteNode` stays in the query). A body that names another value than the path for the same field is
 * refused.
 */
export interface Operation extends Route {
  readonly summary: string;
  readonly input: () => z.ZodObject;
  readonly output: () => z.ZodType;
  /** HTTP status of success; 200 when left out. */
  readonly status?: 200 | 201 | 204;
  /** HTTP statuses of errors that differ here from those of `errorStatus`. */
  readonly errorStatus?: Readonly<Partial<Record<ErrorCode, number>>>;
  /** Largest JSON body in bytes; `DEFAULT_BODY_LIMIT` when left out. */
  readonly bodyLimit?: number;
  /** Without `auth.mode: builtin` the operation is not there and answers so. */
  readonly builtinOnly?: 'unauthorized' | 'not_found';
  /** Setting that keeps a public operation for viewers where it is `private`. */
  readonly privateBy?: 'metrics';
  /** Credentials that its handler checks, and not the access check before it: those of a webhook alone. */
  readonly credentials?: 'webhookToken';
  /** Server-wide switch of the settings (`permissions.*`) that turns it off for everybody. */
  readonly permission?: 'write_dags' | 'run_dags';
  /** Whether calls stand in the audit log. When left out, those do that an operator or a higher role changes something by. */
  readonly audited?: boolean;
  /** The body as a whole, and its shape in the OpenAPI document. */
  readonly wholeBody?: {
    readonly field: string;
    readonly documented: () => z.ZodObject;
    /** REST lets a form pass as well: its handler says whether it takes one. */
    readonly mayBeForm?: true;
  };
}

export const DEFAULT_BODY_LIMIT = 1_048_576;
