/** What a body says of itself that is a form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whether a header `Content-Type` says that the body is a form. */
export function isForm(contentType = ''): boolean {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === FORM_TYPE;
}
