import { AutoComplete } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { FleetVehicle } from '@wheelhouse/contract/fleet';
import { call } from '../../../api/client.ts';
import { attempt } from '../../../api/attempt.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { StateMark } from './StateMark.tsx';
import { texts } from './texts.ts';
import { SearchInput } from '../../../ui/inputs/Input.tsx';
import { Identity } from '../../../ui/Values.tsx';

const most = 8;
const settleMs = 250;
/** Parts of an identifier are looked for from so many characters on; whole ones always. */
const shortest = 4;

const search = async (keyword: string, signal?: AbortSignal): Promise<readonly FleetVehicle[]> =>
  (await call('/veh/crm/vehicle/fleetList', { query: { keyword }, pageSize: most }, { signal })).list;

/** Finds a vehicle by its identifiers and hands it to the map. */
export function FleetSearch({ onFound }: { readonly onFound: (vehicle: FleetVehicle) => void }): ReactNode {
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly FleetVehicle[]>([]);
  const typed = text.trim();
  const offered = typed.length < shortest ? [] : found;

  useEffect(() => {
    if (typed.length < shortest) return undefined;
    const given = new AbortController();
    const timer = setTimeout(() => {
      search(typed, given.signal).then(setFound, () => setFound([]));
    }, settleMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [typed]);

  const choose = (vehicle: FleetVehicle): void => {
    setText(vehicle.name);
    onFound(vehicle);
  };
  const enter = async (): Promise<void> => {
    if (typed === '') return;
    const rows = await attempt(search(typed));
    if (rows === undefined) return;
    const [first] = rows;
    if (first === undefined) notify.warning(t('notFound'));
    else choose(first);
  };
  return (
    <AutoComplete
      className="fm-search"
      value={text}
      onChange={(value: string) => setText(value)}
      onSelect={(value: string) => {
        const vehicle = offered.find((one) => one.name === value);
        if (vehicle !== undefined) choose(vehicle);
      }}
      options={offered.map((vehicle) => ({
        value: vehicle.name,
        label: (
          <span className="fm-option">
            <Identity value={vehicle.name} />
            <StateMark state={vehicle.state} />
          </span>
        ),
      }))}
    >
      <SearchInput size="small" placeholder={t('search')} aria-label={t('search')} onSearch={() => void enter()} />
    </AutoComplete>
  );
}
