import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { RepairDealerOption } from '@wheelhouse/contract/calls/repairs';
import { useCall } from '../../../api/query.ts';
import { textOf } from '../../../entity-ui/model.ts';
import type { BelowProps } from '../../../entity-ui/override.ts';
import { codes } from '@wheelhouse/entities/codes';
import { usePick, useTexts, type Texts } from '../../../i18n/lang.ts';

const texts = {
  suggested: { zh: '推荐网点', en: 'Suggested' },
  none: { zh: '没有可接单的网点，可留空由客服派单', en: 'No dealer can take it: leave it empty for dispatch' },
  take: { zh: '选择网点{name}', en: 'Choose {name}' },
  own: { zh: '所属', en: 'own' },
  distance: { zh: '{km}公里', en: '{km} km' },
  open: { zh: '{n}单未完成', en: '{n} open {n|order|orders}' },
  closed: { zh: '预约时间不营业', en: 'closed at the appointment' },
  closedNow: { zh: '现在不营业', en: 'closed now' },
  byCity: { zh: '车辆没有可用的定位，按城市（{city}）推荐', en: 'The position is not known: dealers of {city}' },
  noPlace: { zh: '车辆没有定位，请与车主确认所在城市', en: 'The position is not known: ask the owner for the city' },
  far: { zh: '较远', en: 'far away' },
} as const satisfies Texts;

const shown = 3;

/** A number of the form, which holds what was typed. */
function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? undefined : number;
}

/** The dealers who suit the order best, while it is added: a press chooses one. */
export default function SuggestedDealers({ stored }: BelowProps): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const form = Form.useFormInstance();
  const vehicle: unknown = Form.useWatch('vehicleId', form);
  const type: unknown = Form.useWatch('serviceType', form);
  const time: unknown = Form.useWatch('appointmentTime', form);
  const lng = numberOf(Form.useWatch('lng', form));
  const lat = numberOf(Form.useWatch('lat', form));
  const [vehicleId, serviceType, appointmentTime] = [textOf(vehicle), numberOf(type), textOf(time)];
  const isAsked = stored === undefined && vehicleId !== '';
  const { data } = useCall(
    '/cs/crm/repairOrder/suggestDealers',
    {
      vehicleId,
      ...(serviceType !== undefined && { serviceType }),
      ...(appointmentTime !== '' && { appointmentTime }),
      ...(lng !== undefined && lat !== undefined && { place: { lng, lat } }),
    },
    { enabled: isAsked, inlineErrors: true, keepPrevious: true },
  );
  if (!isAsked || data === undefined) return null;
  const { dealers, from, city, openAt } = data;
  if (dealers.length === 0) return <output className="rp-suggested wh-faint">{t('none')}</output>;
  const factsOf = ({ own, distanceKm, openOrders, open, far }: RepairDealerOption): string =>
    [
      own ? t('own') : '',
      distanceKm === null ? '' : t('distance', { km: distanceKm }),
      openOrders === 0 ? '' : t('open', { n: openOrders }),
      far ? t('far') : '',
      // What is closed now says nothing about a day that has not been chosen; a rescue is wanted now.
      open || (openAt === 'now' && serviceType !== codes.RepairServiceType.rescue)
        ? ''
        : t(openAt === 'now' ? 'closedNow' : 'closed'),
    ]
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <output className="rp-suggested">
      <span className="wh-faint">{t('suggested')}</span>
      {from === 'city' && city !== null ? <span>{t('byCity', { city: pick(city) })}</span> : null}
      {from === 'nowhere' ? <span>{t('noPlace')}</span> : null}
      {dealers.slice(0, shown).map((one) => (
        <span key={one.id}>
          <button
            type="button"
            className="wh-link-button"
            aria-label={t('take', { name: one.name })}
            onClick={() => form.setFieldsValue({ dealerId: one.id })}
          >
            {one.name}
          </button>{' '}
          <span className="wh-faint">{factsOf(one)}</span>
        </span>
      ))}
    </output>
  );
}
