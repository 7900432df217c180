import { hash } from './random.ts';

/** WGS-84. */
export interface Place {
  readonly lng: number;
  readonly lat: number;
}
/** Metres east and north of a city's anchor. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A crossing, by its street numbers. */
export interface Node {
  readonly i: number;
  readonly j: number;
}

const metresPerDegree = 111_320;
/** Streets on each side of the anchor; beyond, the city goes on with blocks of the same lengths. */
const reach = 400;

/**
 * The streets of a city: two bundles of streets that cross almost at right angles, turned a little against north, blocks of 150–400 m,
 * crossings a bit off the line, some blocks without a street, some streets faster than others. No map data: everything follows from the
 * city's seed, so that all vehicles of a city share the same streets at every start.
 */
export class Streets {
  readonly #anchor: Place;
  readonly #seed: number;
  readonly #turn: number;
  readonly #columns: readonly number[];
  readonly #rows: readonly number[];

  constructor(anchor: Place, seed: number) {
    this.#anchor = anchor;
    this.#seed = seed;
    this.#turn = (hash(seed, 1) - 0.5) * 0.6;
    this.#columns = lines(seed, 2);
    this.#rows = lines(seed, 3);
  }

  toPoint({ lng, lat }: Place): Point {
    const k = Math.cos((this.#anchor.lat * Math.PI) / 180);
    return { x: (lng - this.#anchor.lng) * metresPerDegree * k, y: (lat - this.#anchor.lat) * metresPerDegree };
  }

  toPlace({ x, y }: Point): Place {
    const k = Math.cos((this.#anchor.lat * Math.PI) / 180);
    return { lng: this.#anchor.lng + x / (metresPerDegree * k), lat: this.#anchor.lat + y / metresPerDegree };
  }

  /** Where a crossing is. */
  point({ i, j }: Node): Point {
    const u = position(this.#columns, i) + (hash(this.#seed, 4, i, j) - 0.5) * 50;
    const v = position(this.#rows, j) + (hash(this.#seed, 5, i, j) - 0.5) * 50;
    const [cos, sin] = [Math.cos(this.#turn), Math.sin(this.#turn)];
    return { x: u * cos - v * sin, y: u * sin + v * cos };
  }

  /** The crossing nearest to a point, within a block. */
  nearest({ x, y }: Point): Node {
    const [cos, sin] = [Math.cos(this.#turn), Math.sin(this.#turn)];
    return { i: index(this.#columns, x * cos + y * sin), j: index(this.#rows, y * cos - x * sin) };
  }

  /** Whether there is a street between two neighbouring crossings. */
  isOpen(a: Node, b: Node): boolean {
    return this.#edge(a, b, 6) > 0.08;
  }

  /** How fast traffic flows between two neighbouring crossings: share of the rider's own cruising speed. */
  flow(a: Node, b: Node): number {
    const lane = a.i === b.i ? hash(this.#seed, 7, a.i) : hash(this.#seed, 8, a.j);
    return 0.6 + 0.4 * lane;
  }

  /** A street under a bridge or through a tunnel: no satellites. */
  isTunnel(a: Node, b: Node): boolean {
    return this.#edge(a, b, 9) < 0.012;
  }

  hasLight({ i, j }: Node): boolean {
    return hash(this.#seed, 10, i, j) < 0.4;
  }

  #edge(a: Node, b: Node, salt: number): number {
    return hash(this.#seed, salt, a.i + b.i, a.j + b.j, a.i === b.i ? 1 : 0);
  }
}

/** Distances of parallel streets from the anchor, metres; the middle one is street 0. */
function lines(seed: number, salt: number): number[] {
  const out: number[] = [];
  let at = 0;
  for (let n = 0; n <= 2 * reach; n++) {
    out.push(at);
    at += 150 + 250 * hash(seed, salt, n);
  }
  const middle = out[reach] ?? 0;
  return out.map((value) => value - middle);
}

function position(list: readonly number[], n: number): number {
  const inside = list[n + reach];
  return inside ?? (n < 0 ? (list[0] ?? 0) + (n + reach) * 275 : (list.at(-1) ?? 0) + (n - reach) * 275);
}

function index(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return (value - (list[low] ?? 0) < (list[high] ?? 0) - value ? low : high) - reach;
}
