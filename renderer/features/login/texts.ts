/** What stands in place of every view until somebody has logged in. */
export const texts = {
  appName: 'Dagwright',
  title: 'Log in',
  username: 'Username',
  password: 'Password',
  logIn: 'Log in',
  loggingIn: 'Logging in…',
  withProvider: 'Log in with your identity provider',
  sessionEnded: 'Your session has ended. Log in to continue where you left off.',

  setup: {
    title: 'Create the first administrator',
    note: 'No one has an account on this engine yet. An administrator has full access and can create other accounts in the settings.',
    confirmPassword: 'Confirm password',
    mismatch: 'The passwords do not match.',
    create: 'Create administrator',
    creating: 'Creating administrator…',
    usernameSubject: 'The username',
    passwordSubject: 'The password',
  },

  errors: {
    noAddress:
      'The identity provider did not say where to log in. Ask your administrator to check its configuration.',
    foreignLogin: 'This login did not start in this window. Log in again here.',
    refused: (reason: string) => `The identity provider refused the login: ${reason}`,
  },
} as const;
