import type { Page } from 'playwright-core';

/**
 * The texts of the elements of a selector that were drawn anew while something was done. React gives an element new props
 * with each drawing, whether anything in it changed or not.
 */
export async function drawnAnew(
  page: Page,
  selector: string,
  act: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = await page.evaluateHandle((wanted) => {
    const propsOf = (element: Element): unknown =>
      Object.entries(element).find(([name]) => name.startsWith('__reactProps'))?.[1];
    const elements = [...document.querySelectorAll(wanted)];
    return { propsOf, elements, props: elements.map(propsOf) };
  }, selector);
  await act();
  return before.evaluate(({ propsOf, elements, props }) =>
    elements
      .filter((element, index) => propsOf(element) !== props[index])
      .map((element) => element.textContent),
  );
}
