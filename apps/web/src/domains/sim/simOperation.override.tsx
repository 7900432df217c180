import { PlusOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { textOf } from '../../entity-ui/model.ts';
import { useLang } from '../../i18n/lang.ts';
import { defineOverride, type CellPropsOf } from '../../entity-ui/override.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { none } from '../../ui/format.ts';
import { dialogPart } from '../../ui/part.tsx';
import { type texts, useSimTexts } from './texts.ts';

const RequestDialog = dialogPart(() => import('./RequestDialog.tsx'));

/** Opens the request for many cards or vehicles. */
function NewRequest(): ReactNode {
  const words = useSimTexts();
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('stopResume.add')) return null;
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {words('newRequest')}
      </Button>
      {open ? <RequestDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** What carriers answer, in words; others are shown as they are. */
const answers: Readonly<Record<string, keyof typeof texts>> = {
  '0': 'carrierOk',
  CARRIER_BUSY: 'carrierBusy',
  WRONG_STATE: 'carrierWrongState',
  NO_ORDER: 'carrierNoOrder',
  NO_ANSWER: 'carrierNoAnswer',
  GATEWAY: 'carrierNoAnswer',
  BAD_REQUEST: 'carrierRefused',
};

function CarrierCodeCell({ value }: CellPropsOf<'simOperation'>): ReactNode {
  const words = useSimTexts();
  const code = textOf(value);
  const answer = answers[code];
  return code === '' ? none : answer === undefined ? code : <span title={code}>{words(answer)}</span>;
}

/** Carriers write in both languages, one after the other. */
function CarrierMessageCell({ value }: CellPropsOf<'simOperation'>): ReactNode {
  const lang = useLang();
  const [zh = '', en = zh] = textOf(value).split(' / ');
  return (lang === 'en' ? en : zh) || none;
}

export default defineOverride('simOperation', {
  actions: NewRequest,
  cell: { carrierCode: CarrierCodeCell, carrierMsg: CarrierMessageCell },
});
