import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleXp } from '@wheelhouse/entities/vehicles/vehicle-xp';
import { useCall } from '../../api/query.ts';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { xpOverride } from '../../overrides/xp/xp.tsx';
import { SourceTag, type Source } from '../../ui/SourceTag.tsx';

const texts = { platform: { zh: 'XP平台', en: 'XP platform' } } as const satisfies Texts;

function XpSource(): ReactNode {
  const words = useTexts(texts);
  const { data } = useCall<Source>('/veh/crm/vehicleXp/source', {}, { inlineErrors: true, staleTime: 300_000 });
  return <SourceTag name={words('platform')} source={data} />;
}

export default function VehicleManageXp(): ReactNode {
  return <EntityListPage entity={plain(vehicleXp)} override={xpOverride} actions={<XpSource />} />;
}
