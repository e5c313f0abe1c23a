const LAYERS = 40;
const WIDTH = 25;

/** So many steps has a large graph. */
export const STEPS = LAYERS * WIDTH;

/** A definition of 40 layers of 25 steps, each of which waits for two of the layer before it, and a few of one far above. */
export function largeGraph(command: string): string {
  const steps = Array.from({ length: STEPS }, (_, index) => {
    const layer = Math.floor(index / WIDTH);
    const place = index % WIDTH;
    const depends = layer === 0 ? [] : waits(layer, place).map((name) => `      - ${name}\n`);
    const words = depends.length === 0 ? '' : `    depends:\n${depends.join('')}`;
    return `  - name: ${stepName(layer, place)}\n    command: ${command}\n${words}`;
  });
  return `type: graph\nmax_active_steps: 100\nsteps:\n${steps.join('')}`;
}

function waits(layer: number, place: number): readonly string[] {
  const near = [place, (place * 7 + layer) % WIDTH].map((other) => stepName(layer - 1, other));
  const far = place % 10 === 0 && layer > 8 ? [stepName(layer - 8, (place + 3) % WIDTH)] : [];
  return [...new Set([...near, ...far])];
}

function stepName(layer: number, place: number): string {
  return `layer${layer}-step${place}`;
}
