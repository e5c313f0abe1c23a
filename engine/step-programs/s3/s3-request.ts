/** Work with objects of a bucket, with all values filled in. Empty texts: nothing is said of it. */
export interface S3Request {
  readonly server: S3Server;
  readonly bucket: string;
  readonly work: S3Work;
}

export const s3Commands = ['upload', 'download', 'list', 'delete'] as const;
export type S3Command = (typeof s3Commands)[number];

export interface S3Work {
  readonly command: S3Command;
  readonly key: string;
  /** Empty, or a folder with `/` at its end. */
  readonly prefix: string;
  /** File or folder to upload. */
  readonly source: string;
  /** File or folder to download to. */
  readonly destination: string;
  readonly contentType: string;
  readonly storageClass: string;
  /** Objects that a list names at most; 0: all. */
  readonly maxKeys: number;
  /** A folder and all below it. */
  readonly isRecursive: boolean;
}

export interface S3Server {
  readonly region: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly isPathStyle: boolean;
}
