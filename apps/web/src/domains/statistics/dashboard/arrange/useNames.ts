import type { Text } from '../../../../i18n/lang.ts';
import { nameOfCard } from './names.ts';

/** What cards are called. */
export function useNames(): (card: string) => Text {
  return nameOfCard;
}
