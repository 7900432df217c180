import { useState, type ReactNode } from 'react';
import './blocks.css';

/** A value that lights up for a moment whenever it changes. */
export function Pulse({ value, children }: { readonly value: unknown; readonly children: ReactNode }): ReactNode {
  const key = JSON.stringify(value) ?? '';
  const [seen, setSeen] = useState({ key, times: 0 });
  if (seen.key !== key) setSeen({ key, times: seen.times + 1 });
  return (
    <span key={seen.times} className={seen.times > 0 ? 'ov-pulse' : undefined}>
      {children}
    </span>
  );
}
