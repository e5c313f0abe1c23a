import { memo } from 'react';
import type { GraphLayout } from '../../lib/graph-model.ts';
import { plainLook, toneOf, type StepLook } from './graph-look.ts';

interface GraphBoxesProps {
  readonly layout: GraphLayout;
  readonly looks: ReadonlyMap<string, StepLook>;
}

/** All steps as boxes in the colors of their statuses, one path a color: for sizes at which nothing can be read. */
export const GraphBoxes = memo(function GraphBoxes({ layout, looks }: GraphBoxesProps) {
  const paths = new Map<string, string>();
  for (const { name, x, y, width, height } of layout.nodes) {
    const tone = toneOf(looks.get(name) ?? plainLook);
    paths.set(tone, `${paths.get(tone) ?? ''}M${x} ${y}h${width}v${height}h${-width}z`);
  }
  return [...paths].map(([tone, path]) => (
    <path key={tone} className={`graph-box box-${tone}`} d={path} />
  ));
});
