import { createContext, useContext } from 'react';
import type { DashboardData } from '../useDashboard.ts';

export interface Figures extends DashboardData {
  /** Days of the trend. */
  readonly days: number;
  readonly onDays: (days: number) => void;
}

/** Numbers that several cards show: read once, then pushed. */
export const FiguresContext = createContext<Figures | null>(null);

export function useFigures(): Figures {
  const figures = useContext(FiguresContext);
  if (figures === null) throw new Error('cards of the dashboard stand inside its figures');
  return figures;
}
