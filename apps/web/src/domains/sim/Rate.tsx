import type { ReactNode } from 'react';
import { formatPercent } from '../../ui/format.ts';
import { StatusTag } from '../../ui/Values.tsx';

export const wholePackage = 100;
const much = 80;

/** From 80 % of a package on it is orange, from 100 % red. */
export const levelOf = (rate: number): 'warning' | 'danger' | undefined =>
  rate >= wholePackage ? 'danger' : rate >= much ? 'warning' : undefined;

/** A value that shows by its colour how much of a package it is; the percentage itself unless another text stands for it. */
export function Rate({ value, text }: { readonly value: number; readonly text?: string }): ReactNode {
  const shown = text ?? formatPercent(value, 1);
  const level = levelOf(value);
  return level === undefined ? shown : <StatusTag color={level}>{shown}</StatusTag>;
}
