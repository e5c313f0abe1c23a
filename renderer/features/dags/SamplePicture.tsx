interface SamplePictureProps {
  /** How many steps stand in each column. */
  readonly shape: readonly number[];
}

const STEP = { width: 24, height: 12 };
const PITCH = { x: 44, y: 18 };
const HEIGHT = 52;

/** The shape of a DAG in the size of a thumbnail. */
export function SamplePicture({ shape }: SamplePictureProps) {
  const columns = shape.map((count, column) =>
    Array.from({ length: count }, (_, row) => ({
      x: column * PITCH.x,
      y: HEIGHT / 2 + (row - (count - 1) / 2) * PITCH.y,
    })),
  );
  const edges = columns
    .slice(1)
    .flatMap((column, index) =>
      (columns[index] ?? []).flatMap((from) => column.map((to) => ({ from, to }))),
    );
  return (
    <svg
      className="sample-picture"
      width="112"
      height={HEIGHT}
      viewBox={`0 0 112 ${HEIGHT}`}
      aria-hidden="true"
    >
      {edges.map(({ from, to }, index) => {
        const x = from.x + STEP.width;
        return (
          <path
            key={index}
            className="graph-edge"
            d={`M${x} ${from.y}C${x + 12} ${from.y} ${to.x - 12} ${to.y} ${to.x} ${to.y}`}
          />
        );
      })}
      {columns.flat().map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          x={x + 0.5}
          y={y - STEP.height / 2 + 0.5}
          width={STEP.width - 1}
          height={STEP.height - 1}
          rx="3"
        />
      ))}
    </svg>
  );
}
