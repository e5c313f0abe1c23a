/** The path below which the server serves this page, without a slash at its end; empty for none. */
export function basePathOf(page: Window): string {
  const mark = page.document.querySelector<HTMLMetaElement>('meta[name="base-path"]');
  return mark?.content ?? '';
}
