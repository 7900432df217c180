import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { useListed, useTexts } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { texts } from './texts.ts';

/** Alarm types with an active storm. */
export function AlarmStorms(): ReactNode {
  const t = useTexts(texts);
  const dict = useDictLookup();
  const list = useListed();
  const { data } = useCall('/veh/crm/alarm/list', { page: 1, pageSize: 1 }, { inlineErrors: true });
  const storms = data?.counters.storms ?? [];
  if (storms.length === 0) return null;
  return (
    <p className="db-storm" role="alert">
      <Link to={hrefOf('alarmManage', { 'alarmType.in': storms.join(',') })}>
        {t('storm', { types: list(storms.map((type) => dict('AlarmType', type)?.name ?? type)) })}
      </Link>
    </p>
  );
}
