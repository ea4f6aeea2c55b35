/** Minimizes a function of two variables by the simplex method of Nelder and Mead (Computer Journal 7, 1965). Pure. */

type Point = readonly [number, number];
type Corner = readonly [at: Point, value: number];

/** Maximum number of steps; two variables need about sixty. */
const longest = 400;
const narrow = 1e-7;

/** Runs twice, because a simplex may collapse near the minimum and a second one then finds it. */
export function minimize(value: (at: Point) => number, start: Point): Point {
  const [first] = walk(value, start, 0.5);
  return walk(value, first, 0.05)[0];
}

function walk(value: (at: Point) => number, [x, y]: Point, step: number): Corner {
  const corner = (at: Point): Corner => [at, value(at)];
  let corners = [corner([x, y]), corner([x + step, y]), corner([x, y + step])].sort(byValue);
  for (let steps = 0; steps < longest && spread(corners) > narrow; steps++) {
    corners = next(corners as [Corner, Corner, Corner], corner).sort(byValue);
  }
  return corners[0]!;
}

const byValue = ([, a]: Corner, [, b]: Corner) => a - b;

/** Reflects the worst corner at the others; further if that is good, less far if it is not. */
function next([best, middle, worst]: [Corner, Corner, Corner], corner: (at: Point) => Corner): Corner[] {
  const center = between(best[0], middle[0], 0.5);
  const towards = (share: number) => corner(between(center, worst[0], share));
  const mirrored = towards(-1);
  if (mirrored[1] < best[1]) {
    const further = towards(-2);
    return [best, middle, further[1] < mirrored[1] ? further : mirrored];
  }
  if (mirrored[1] < middle[1]) return [best, middle, mirrored];
  const nearer = towards(mirrored[1] < worst[1] ? -0.5 : 0.5);
  if (nearer[1] < Math.min(mirrored[1], worst[1])) return [best, middle, nearer];
  return [best, ...[middle, worst].map(([at]) => corner(between(best[0], at, 0.5)))];
}

const between = (a: Point, b: Point, share: number): Point => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

const spread = ([best, ...others]: readonly Corner[]) =>
  Math.max(...others.map(([[x, y]]) => Math.hypot(x - best![0][0], y - best![0][1]))) / (1 + Math.hypot(...best![0]));
