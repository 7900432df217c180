import { useEffect, useEffectEvent, useRef, useState } from 'react';

export const paces = [1, 4, 16, 64] as const;
export type Pace = (typeof paces)[number];

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Player {
  /** Replayed time, ms since epoch; follows the frames a few times a second. */
  readonly time: number;
  readonly playing: boolean;
  readonly pace: Pace;
  readonly setPace: (pace: Pace) => void;
  readonly toggle: () => void;
  readonly seek: (time: number) => void;
}

/** Times a second that the page follows; the marker moves with every frame. */
const shownMs = 100;

/**
 * Time that runs: `pace` seconds a second between two ends.
 * @param skipped stretches that are leapt over while playing
 * @param onFrame called for every frame, without a render of the page
 */
export function usePlayer({ from, to }: Span, skipped: readonly Span[], onFrame: (time: number) => void): Player {
  const clock = useRef(from);
  const [time, setTime] = useState(from);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>(16);
  const frame = useEffectEvent((passed: number): boolean => {
    let next = clock.current + passed * pace;
    for (const span of skipped) if (next > span.from && next < span.to) next = span.to;
    clock.current = Math.min(to, next);
    onFrame(clock.current);
    return clock.current < to;
  });
  useEffect(() => {
    if (!playing) return undefined;
    let [handle, last, shown] = [0, performance.now(), 0];
    const run = (now: number): void => {
      const goes = frame(Math.max(0, now - last));
      last = now;
      if (now - shown >= shownMs || !goes) {
        shown = now;
        setTime(clock.current);
      }
      if (goes) handle = requestAnimationFrame(run);
      else setPlaying(false);
    };
    handle = requestAnimationFrame(run);
    return () => cancelAnimationFrame(handle);
  }, [playing]);
  const seek = (wanted: number): void => {
    clock.current = Math.min(to, Math.max(from, wanted));
    setTime(clock.current);
    onFrame(clock.current);
  };
  const toggle = (): void => {
    // At the end it starts over.
    if (!playing && clock.current >= to) seek(from);
    setPlaying(!playing);
  };
  return { time, playing, pace, setPace, toggle, seek };
}
