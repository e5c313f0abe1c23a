import { archive, jq, sqlite } from './local-rows.ts';
import { docker, postgres, redis, sftp, ssh } from './server-rows.ts';
import { typeMeasure } from './type-row.ts';
import { chat, http, mail, s3 } from './web-rows.ts';

/** What is known of steps of a type, each with an engine of its own. */
export const typeMeasures = [
  http,
  jq,
  sqlite,
  archive,
  redis,
  postgres,
  mail,
  s3,
  ssh,
  sftp,
  chat,
  docker,
].map(typeMeasure);
