import type { Text } from '../../../../i18n/lang.ts';
import { useExplorations } from '../../explore/useExplorations.ts';
import { nameOfCard } from './names.ts';

/** What cards are called. */
export function useNames(): (card: string) => Text {
  const { list = [] } = useExplorations();
  return (card) => {
    const name = list.find(({ id }) => card === `exploration.${id}`)?.name;
    return name === undefined ? nameOfCard(card) : { zh: name, en: name };
  };
}
