import { useSyncExternalStore } from 'react';

type UseMedia = () => boolean;

/** A hook that follows a media query. In rem, as the style sheets are built: a large font is a narrow screen. */
function media(query: string): UseMedia {
  const list = window.matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => list.matches);
}

/** True on screens of a phone's width. */
export const useNarrow = media('(max-width: 44.9375rem)');

/** True where a list has room for four filters in one line. */
export const useWide = media('(min-width: 85rem)');
