/** Chromium clips elements near 33.5 million pixels; taller content is shown through a scroll bar of this height. */
const MAX_HEIGHT = 30_000_000;

/** Maps a scroll position to an offset in content that may be taller than an element can be. */
export interface ScrollScale {
  readonly height: number;
  readonly toOffset: (scrollTop: number) => number;
  readonly toScroll: (offset: number) => number;
}

/** The scale for content of a height in a view of another, both in pixels. */
export function scrollScale(content: number, viewport: number): ScrollScale {
  const height = Math.min(content, MAX_HEIGHT);
  const ratio = height > viewport ? (content - viewport) / (height - viewport) : 1;
  return {
    height,
    toOffset: (scrollTop) => scrollTop * ratio,
    toScroll: (offset) => offset / ratio,
  };
}
