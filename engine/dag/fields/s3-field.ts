import type { S3Connection } from '../definition.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { boolean, optionalText } from './scalar-types.ts';

/** Every key that says where objects are. */
export const s3ConnectionFields: FieldSet<S3Connection> = {
  what: 's3',
  fields: {
    region: {
      key: 'region',
      about: 'Region of the bucket (default: `AWS_REGION`, else `us-east-1`).',
      type: optionalText,
      fallback: null,
    },
    endpoint: {
      key: 'endpoint',
      about: 'URL of a service other than AWS, such as `https://minio.example.com`.',
      type: optionalText,
      fallback: null,
    },
    accessKeyId: {
      key: 'access_key_id',
      about: 'Access key; without one, those of the environment and of `~/.aws` are used.',
      type: optionalText,
      fallback: null,
    },
    secretAccessKey: {
      key: 'secret_access_key',
      about: 'Secret of the access key. Keep it in a secret.',
      type: optionalText,
      fallback: null,
    },
    bucket: { key: 'bucket', about: 'Name of the bucket.', type: optionalText, fallback: null },
    forcePathStyle: {
      key: 'force_path_style',
      about:
        'Whether the bucket stands in the path of URLs and not in the name of the host (default: with an `endpoint`).',
      type: boolean,
      fallback: null,
    },
  },
  unavailable: [],
  replaced: {},
};

/** Where the objects of a DAG are. */
export const s3Connection: ValueType<S3Connection> = mapValue({
  set: s3ConnectionFields,
  build: ({ values }) => values,
});
