import { casesElsewhere, titled } from './field-case.ts';

/** Cases of what an `sftp` step transfers: they need a host. */
export const sftpOfStep = casesElsewhere(
  'test/engine/step-types/sftp.test.ts',
  'config',
  titled(['direction'], 'copies a file with its rights and time, in place of an older one'),
);
