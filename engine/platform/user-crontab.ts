import { execFile } from 'node:child_process';

const LIMIT_MS = 10_000;

/** What `crontab -l` prints. Throws with what it says where there is none. */
export function userCrontab(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('crontab', ['-l'], { env, timeout: LIMIT_MS }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(stderr.trim() || error.message, { cause: error }));
    });
  });
}
