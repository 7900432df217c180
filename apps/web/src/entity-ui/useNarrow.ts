import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 719px)');
const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** True on screens of a phone's width. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
