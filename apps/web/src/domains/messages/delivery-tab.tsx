import type { DetailTab } from '../../entity-ui/override.ts';
import { part } from '../../ui/part.tsx';
import type { DeliveryProps } from './Delivery.tsx';

const Delivery = part(() => import('./Delivery.tsx'));

/**
 * What became of a message to many, as a tab of its page.
 * @for what became of a message, on its page: shows the answer of `<base>/statistics`; `readRecipients` (`messages/recipients-page.ts`) for the
 * people
 */
export const deliveryTab = <Row extends { readonly id: string }>(entity: DeliveryProps['entity']): DetailTab<Row> => ({
  key: 'statistics',
  label: { zh: '发送统计', en: 'Delivery' },
  component: ({ row }) => <Delivery entity={entity} id={row.id} />,
});
