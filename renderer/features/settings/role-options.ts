import { roles } from '#contract/auth.ts';
import { texts } from './texts.ts';

/** The roles as choices, the most powerful first. */
export const roleOptions = roles.map((role) => ({
  value: role,
  label: role,
  detail: texts.roles.details[role],
}));
