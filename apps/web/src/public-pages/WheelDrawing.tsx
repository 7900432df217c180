import type { ReactNode } from 'react';

const spokes = Array.from({ length: 10 }, (_, i) => i * 36);
const ticks = Array.from({ length: 72 }, (_, i) => i * 5);

/** A wheel as an instrument dial, drawn large beside the login. */
export function WheelDrawing(): ReactNode {
  return (
    <svg viewBox="-200 -200 400 400" fill="none" stroke="currentColor" strokeLinecap="round">
      <circle r="190" strokeWidth="1" opacity=".25" />
      {ticks.map((angle) => (
        <path
          key={angle}
          d={angle % 30 === 0 ? 'M0-190v16' : 'M0-190v8'}
          transform={`rotate(${angle})`}
          strokeWidth="1"
          opacity=".45"
        />
      ))}
      <circle r="152" strokeWidth="14" opacity=".9" />
      <circle r="132" strokeWidth="1.5" opacity=".5" />
      {spokes.map((angle, i) => (
        <path
          key={angle}
          d={i % 2 === 0 ? 'M0-36 6-130' : 'M0-36-6-130'}
          transform={`rotate(${angle})`}
          strokeWidth="2.5"
          opacity=".7"
        />
      ))}
      <circle r="36" strokeWidth="5" />
      <circle r="22" strokeWidth="1.5" opacity=".6" />
      <circle r="7" fill="currentColor" stroke="none" />
    </svg>
  );
}
