import { casesElsewhere, titled } from './field-case.ts';

/** They need a store of objects. */
const file = 'test/engine/step-types/s3.test.ts';
const wrong = 'says that a credential is wrong, and not which it is';
const own = 'goes where its own settings say';

/** Cases of the place that a DAG or a step names. */
export const s3OfDag = casesElsewhere(file, 's3', {
  ...titled(['endpoint', 'bucket', 'force_path_style', 'region'], 'stores a file with its type'),
  ...titled(['access_key_id', 'secret_access_key'], wrong),
});

export const s3OfStep = casesElsewhere(file, 'config', {
  ...titled(['endpoint', 'region', 'force_path_style', 'bucket'], own),
  ...titled(['access_key_id', 'secret_access_key'], own),
  ...titled(['content_type', 'storage_class'], 'stores a file with its type and class'),
  ...titled(['max_keys'], 'is one JSON object, of one level or of all'),
  ...titled(['prefix', 'recursive'], 'writes all below a prefix to a folder'),
});
