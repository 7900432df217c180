import { useEffect, useRef, useState, type RefObject } from 'react';

/** So far below the window, scrolling meets what is drawn already. */
const farEnough = '300px';

/** True once the element has come near the window, or everything is wanted because the page is printed. */
export function useNear<E extends Element>(
  margin: string = farEnough,
): { readonly ref: RefObject<E | null>; readonly near: boolean } {
  const ref = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (near || element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    const show = (): void => setNear(true);
    observer.observe(element);
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', show);
    };
  }, [near, margin]);
  return { ref, near };
}
