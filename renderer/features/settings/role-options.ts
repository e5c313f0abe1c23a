import { roles, type Role } from '#contract/auth.ts';

const details: Readonly<Record<Role, string>> = {
  admin: 'Everything, with users, API keys and webhooks.',
  manager: 'Makes, edits and deletes DAGs, and reads the audit log.',
  operator: 'Starts, stops, retries and approves runs.',
  viewer: 'Looks at everything, and changes nothing.',
};

/** The roles as choices, the most powerful first. */
export const roleOptions = roles.map((role) => ({
  value: role,
  label: role,
  detail: details[role],
}));
