import { quickLayout, type LayoutTask } from '../../lib/quick-layout.ts';

/** Lays out one large graph at a time, beside the page. */
self.onmessage = ({ data }: MessageEvent<LayoutTask>) => self.postMessage(quickLayout(data));
