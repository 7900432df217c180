import type { CSSProperties, ReactNode } from 'react';

export interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A box that scrolls what does not fit (wide tables, long traces). The keyboard can reach it, and then scroll. */
export function ScrollRegion({ label, className, style, children }: ScrollRegionProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: what only scrolls must be focusable too
    <section className={className} style={style} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
