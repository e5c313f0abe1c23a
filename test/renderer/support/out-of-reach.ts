import type { Page } from 'playwright-core';

/** Controls of a page that stand beside the window or behind an edge at which nothing scrolls, and texts that are cut without a sign. */
export async function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > window.innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element instanceof SVGElement || !isShown(element)) continue;
      const words = ownWords(element);
      const isControl = element.matches('button, a, input, select, textarea');
      if (words === '' && !isControl) continue;
      const box = words === '' ? element.getBoundingClientRect() : boxOf(element);
      if (box.width <= 1 || isHandled(element, box)) continue;
      found.push(`${element.tagName.toLowerCase()}.${element.className}: ${words.slice(0, 40)}`);
    }
    return found;

    /** A graph is moved as a map is, and what is transparent only says that it is there. */
    function isShown(element: HTMLElement): boolean {
      const isMoved = element.closest('.graph') !== null;
      return (
        !isMoved &&
        element.checkVisibility() &&
        getComputedStyle(element).color !== 'rgba(0, 0, 0, 0)'
      );
    }

    function ownWords(element: HTMLElement): string {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      return own
        .map((node) => node.textContent ?? '')
        .join('')
        .trim();
    }

    function boxOf(element: HTMLElement): DOMRect {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    }

    /** Whether the box is in sight, can be scrolled to, or ends in an ellipsis. */
    function isHandled(element: HTMLElement, box: DOMRect): boolean {
      for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
        const { overflowX, textOverflow, clipPath, display } = getComputedStyle(at);
        if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return true;
        if (overflowX === 'visible' || display === 'inline') continue;
        const edge = at.getBoundingClientRect();
        const isIn = box.right <= edge.right + 1 && box.left >= edge.left - 1;
        if (!isIn) return textOverflow === 'ellipsis' || isWrappedAway(at, box);
      }
      return box.right <= window.innerWidth + 1 && box.left >= -1;
    }

    /** A line that wraps leaves out what does not fit in it. */
    function isWrappedAway(at: HTMLElement, box: DOMRect): boolean {
      const wraps = getComputedStyle(at).flexWrap === 'wrap';
      return wraps && box.top >= at.getBoundingClientRect().bottom;
    }
  });
}
