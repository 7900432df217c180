import { useSyncExternalStore } from 'react';

type UseMedia = () => boolean;

/** A hook that follows a media query. */
function followed(list: MediaQueryList): UseMedia {
  const subscribe = (listener: () => void): (() => void) => {
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => list.matches);
}

/** In rem, as the style sheets are built: a large font is a narrow screen. */
const media = (query: string): UseMedia => followed(window.matchMedia(query));

const phone = window.matchMedia('(max-width: 44.9375rem)');
/** Whether the screen has a phone's width now. */
export const isNarrow = (): boolean => phone.matches;

/** True on screens of a phone's width. */
export const useNarrow = followed(phone);

/** True where a window has no room for more than a list's rows: phones, and windows as low as those that are enlarged to 200 %. */
export const useTight = media('(max-width: 44.9375rem), (max-height: 37.4375rem)');

/** True where a list has room for four filters in one line. */
export const useWide = media('(min-width: 85rem)');
