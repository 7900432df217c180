import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { useTexts, type Texts } from '../../../i18n/lang.ts';
import { SourceTag } from '../../../ui/SourceTag.tsx';

const ownTexts = { platform: { zh: 'XP平台', en: 'XP platform' } } as const satisfies Texts;

/** Where the list's data comes from. */
export function XpSource(): ReactNode {
  const texts = useTexts(ownTexts);
  const { data } = useCall('/veh/crm/vehicleXp/source', {}, { inlineErrors: true, staleTime: 300_000 });
  return <SourceTag name={texts('platform')} source={data} />;
}
