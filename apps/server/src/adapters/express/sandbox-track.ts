import { formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';

const { underWay, collected, trouble, signed, returned, delivering, returning, refused } = codes.ExpressState;

interface Planned {
  readonly state: number;
  /** What Kuaidi100 calls the state. */
  readonly status: string;
  readonly text: string;
}

const start: readonly Planned[] = [
  { state: collected, status: '揽收', text: '【上海市】快件已揽收，揽投员：周师傅' },
  {
    state: underWay,
    status: '在途',
    text: '【上海市】快件离开上海浦东集散中心，发往杭州转运中心',
  },
  { state: underWay, status: '在途', text: '【杭州市】快件到达杭州转运中心' },
];
const out: Planned = { state: delivering, status: '派件', text: '【杭州市】派送中，派件员：李师傅' };
const done: Planned = { state: signed, status: '签收', text: '【杭州市】快件已签收，签收方式：本人签收' };
const no: Planned = { state: refused, status: '拒签', text: '【杭州市】收件人拒收' };
const lost: Planned = { state: trouble, status: '疑难', text: '【杭州市】无法联系收件人，改日再次派送' };
const back: Planned = { state: returning, status: '退回', text: '【杭州市】快件退回寄件方' };
const home: Planned = { state: returned, status: '退签', text: '【上海市】寄件方已签收退件' };

/** What becomes of a parcel, by the last digit of its number: 7 refused, 8 refused and returned, 9 nobody there at first, others signed. */
function planOf(number: string): readonly Planned[] {
  const last = number.at(-1);
  if (last === '7') return [...start, out, no];
  if (last === '8') return [...start, out, no, back, home];
  if (last === '9') return [...start, out, lost, out, done];
  return [...start, out, done];
}

/** Seconds from the start to each step: a parcel of the sandbox takes ten minutes. */
const offsets = [5, 60, 180, 360, 600, 700, 800] as const;

export const planLength = (number: string): number => planOf(number).length;

/** How many steps there are `seconds` after the start. */
export const stepsAfter = (number: string, seconds: number): number =>
  planOf(number).filter((_, n) => (offsets[n] ?? Infinity) <= seconds).length;

/** Seconds from the start to the step after the first `steps`; undefined after the last one. */
export const nextOffset = (number: string, steps: number): number | undefined =>
  steps < planOf(number).length ? offsets[steps] : undefined;

interface SandboxTrack {
  readonly com: string;
  readonly nu: string;
  readonly state: string;
  readonly ischeck: '0' | '1';
  readonly data: readonly Readonly<Record<string, string>>[];
}

/** The first `steps` steps as Kuaidi100 shows them; `pace` 1 takes ten minutes in all. */
export function sandboxTrack(
  { com, nu, started }: { readonly com: string; readonly nu: string; readonly started: Date },
  steps: number,
  pace = 1,
): SandboxTrack {
  const happened = planOf(nu).slice(0, steps);
  const data = happened.map(({ state, status, text }, n) => {
    const time = formatInstant(new Date(started.getTime() + (offsets[n] ?? 0) * pace * 1000));
    return { time, ftime: time, context: text, status, statusCode: String(state) };
  });
  const state = happened.at(-1)?.state ?? underWay;
  return { com, nu, state: String(state), ischeck: state === signed ? '1' : '0', data: data.toReversed() };
}
