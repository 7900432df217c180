import { SearchOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { refName } from '../../entity-ui/model.ts';
import { LoadingState } from '../../ui/States.tsx';
import { useControlTexts } from './texts.ts';
import { useFoundVehicles, type ChosenVehicle } from './vehicle.ts';
import { ClearableInput } from '../../ui/inputs/Input.tsx';
import { Identity } from '../../ui/Values.tsx';

const settleMs = 250;

/** A text that follows another when it has been left alone for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Looks vehicles up and hands over the chosen one. */
export function VehiclePicker({
  chosen,
  onChoose,
}: {
  readonly chosen: ChosenVehicle | undefined;
  readonly onChoose: (vehicle: ChosenVehicle) => void;
}): ReactNode {
  const texts = useControlTexts();
  const [text, setText] = useState('');
  const settled = useSettled(text);
  const { list, busy } = useFoundVehicles(settled);
  const asked = settled.trim().length >= 3;
  const choose = (vehicle: ChosenVehicle): void => {
    setText('');
    onChoose(vehicle);
  };
  const only = list.length === 1 ? list[0] : undefined;
  return (
    <search className="rc-picker">
      <ClearableInput
        prefix={<SearchOutlined />}
        value={text}
        placeholder={texts('searchVehicle')}
        aria-label={texts('searchVehicle')}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => only !== undefined && choose(only)}
      />
      {!asked || text.trim() === '' ? null : list.length === 0 ? (
        busy ? (
          <LoadingState small />
        ) : (
          <p className="rc-none" role="status">
            {texts('noVehicle')}
          </p>
        )
      ) : (
        <ul className="rc-found" aria-label={texts('found', { n: list.length })}>
          {list.map((vehicle) => (
            <li key={vehicle.id}>
              <button
                type="button"
                aria-current={vehicle.id === chosen?.id ? 'true' : undefined}
                onClick={() => choose(vehicle)}
              >
                <Identity value={vehicle.name} />
                <small>
                  {refName(vehicle.row, 'vehicleTypeId') ?? ''}
                  {Number(vehicle.row.online) === 1 ? ` · ${texts('online')}` : ` · ${texts('offline')}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
