import type { ReactNode } from 'react';
import { useNear } from './useNear.ts';

interface WhenNearProps {
  /** Pixels of the place that is kept free. */
  readonly height: number;
  /** How far below the window it is shown already; unless given, so far that scrolling meets what is there. */
  readonly margin?: string;
  readonly children: ReactNode;
}

/** Shows its children once their place has come near the window: their code and data come no earlier. */
export function WhenNear({ height, margin, children }: WhenNearProps): ReactNode {
  const { ref, near } = useNear<HTMLDivElement>(margin);
  return near ? children : <div ref={ref} style={{ minHeight: height }} />;
}
