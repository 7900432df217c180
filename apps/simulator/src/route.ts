import type { Node, Point, Streets } from './streets.ts';

/** A stretch of a route between two crossings. */
export interface Leg {
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
  /** Radians from north, clockwise. */
  readonly heading: number;
  /** Share of the rider's cruising speed that traffic allows. */
  readonly flow: number;
  readonly tunnel: boolean;
  /** A traffic light at the end. */
  readonly light: boolean;
}

const maxVisited = 6_000;

/** The quickest way by streets, as A* finds it; straight on when there is none within reach. */
export function findRoute(streets: Streets, from: Node, to: Node): Leg[] {
  const nodes = search(streets, from, to);
  return nodes.slice(1).flatMap((node, n) => {
    const before = nodes[n];
    return before ? [legBetween(streets, before, node)] : [];
  });
}

function legBetween(streets: Streets, a: Node, b: Node): Leg {
  const [from, to] = [streets.point(a), streets.point(b)];
  return {
    ...stretch(from, to),
    flow: streets.flow(a, b),
    tunnel: streets.isTunnel(a, b),
    light: streets.hasLight(b),
  };
}

/** The way from a door to the street, or along it for a bit. */
export function stretch(from: Point, to: Point): Leg {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { from, to, length: Math.hypot(dx, dy), heading: Math.atan2(dx, dy), flow: 0.6, tunnel: false, light: false };
}

interface Step {
  readonly node: Node;
  readonly before: Step | undefined;
  readonly cost: number;
  readonly estimate: number;
}

const keyOf = ({ i, j }: Node) => i * 100_003 + j;

function search(streets: Streets, from: Node, to: Node): Node[] {
  const goal = streets.point(to);
  const estimate = (node: Node) => {
    const at = streets.point(node);
    return Math.hypot(goal.x - at.x, goal.y - at.y);
  };
  const done = new Set<number>();
  const open = new Heap();
  open.push({ node: from, before: undefined, cost: 0, estimate: estimate(from) });
  for (let step = open.pop(); step && done.size < maxVisited; step = open.pop()) {
    const { node } = step;
    if (node.i === to.i && node.j === to.j) return walkBack(step);
    if (done.has(keyOf(node))) continue;
    done.add(keyOf(node));
    const here = streets.point(node);
    for (const [di, dj] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const next = { i: node.i + di, j: node.j + dj };
      if (done.has(keyOf(next)) || !streets.isOpen(node, next)) continue;
      const there = streets.point(next);
      const length = Math.hypot(there.x - here.x, there.y - here.y);
      const cost = step.cost + length / streets.flow(node, next) + (streets.hasLight(next) ? 60 : 0);
      open.push({ node: next, before: step, cost, estimate: cost + estimate(next) });
    }
  }
  return [from, to];
}

function walkBack(last: Step): Node[] {
  const nodes: Node[] = [];
  for (let step: Step | undefined = last; step; step = step.before) nodes.push(step.node);
  return nodes.reverse();
}

/** Steps by estimate, the least first. */
class Heap {
  readonly #steps: Step[] = [];

  push(step: Step): void {
    const steps = this.#steps;
    let at = steps.length;
    steps.push(step);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = steps[parent];
      if (!above || above.estimate <= step.estimate) break;
      steps[at] = above;
      at = parent;
    }
    steps[at] = step;
  }

  pop(): Step | undefined {
    const steps = this.#steps;
    const first = steps[0];
    const last = steps.pop();
    if (!first || !last || steps.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [steps[child], steps[child + 1]];
      if (!left) break;
      if (right && right.estimate < left.estimate) child++;
      const least = steps[child];
      if (!least || least.estimate >= last.estimate) break;
      steps[at] = least;
      at = child;
    }
    steps[at] = last;
    return first;
  }
}
