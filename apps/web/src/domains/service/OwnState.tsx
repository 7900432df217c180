import type { ReactNode } from 'react';
import type { OwnServiceAccount } from '@wheelhouse/contract/calls/service';
import { codes } from '@wheelhouse/entities/codes';
import { useAction, useCall } from '../../api/query.ts';
import { useDict, useDictLookup } from '../../reference/reference.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useServiceTexts } from './texts.ts';
import './service.css';

const { offline, online, busy } = codes.ServiceOnline;
const base = '/cs/crm/serviceAccount';

function Account({ account, named }: { readonly account: OwnServiceAccount; readonly named: boolean }): ReactNode {
  const t = useServiceTexts();
  const dict = useDictLookup();
  const move = useAction(`${base}/online`, { invalidates: [base], inTurn: `${base} ${account.id}` });
  // What was pressed last is shown at once; another press while it is on its way counts too.
  const shown = move.isPending ? move.variables.onlineStatus : account.onlineStatus;
  // Who is offline goes online first.
  const states = account.onlineStatus === offline ? [offline, online] : [offline, online, busy];
  const names = useDict('ServiceOnline');
  const nameOf = (code: number): string => names.find((one) => one.code === String(code))?.name ?? String(code);
  return (
    <span className="ov-service-own">
      {named ? <span>{dict('ServiceAccountType', String(account.accountType))?.name}</span> : null}
      <Segments<number>
        label={t('state', { name: account.nickname })}
        options={states.map((key) => ({ key, label: nameOf(key) }))}
        value={shown}
        onChange={(to) => {
          const onlineStatus = states.find((one) => one === to);
          if (onlineStatus !== undefined && onlineStatus !== shown) move.mutate({ id: account.id, onlineStatus });
        }}
      />
    </span>
  );
}

/** Own accounts of whoever looks at the list, each with its state to be set. */
export function OwnState(): ReactNode {
  const t = useServiceTexts();
  const { data } = useCall(`${base}/mine`, {}, { inlineErrors: true });
  if (data === undefined || data.length === 0) return null;
  return (
    <div className="ov-service" role="group" aria-label={t('mine')}>
      <span className="wh-faint">{t('mine')}</span>
      {data.map((account) => (
        <Account key={account.id} account={account} named={data.length > 1} />
      ))}
    </div>
  );
}
