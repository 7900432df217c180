import { useEffect, useState } from 'react';
import { smsPauseSeconds } from './password.ts';

/** Seconds left until another code may be asked for. */
export function useCountdown(): { readonly left: number; readonly start: () => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now);
  const running = until > now;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  const start = (): void => {
    setNow(Date.now());
    setUntil(Date.now() + smsPauseSeconds * 1000);
  };
  return { left: Math.max(0, Math.ceil((until - now) / 1000)), start };
}
