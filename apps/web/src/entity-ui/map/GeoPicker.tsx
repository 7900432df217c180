import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, Form, Modal, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { useCities } from '../areas.ts';
import { MapCanvas } from '../../ui/map/MapCanvas.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { textOf } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import { useMapConfig } from '../../api/map-config.ts';

interface Point {
  readonly lng: number;
  readonly lat: number;
}

function pointOf(lng: unknown, lat: unknown): Point | undefined {
  const point = { lng: Number(textOf(lng) || Number.NaN), lat: Number(textOf(lat) || Number.NaN) };
  return Number.isFinite(point.lng) && Number.isFinite(point.lat) ? point : undefined;
}

/** Centre of a city, where the reference data has it. */
const centreOf = (city: object | undefined): Point | undefined =>
  city !== undefined && 'lng' in city && 'lat' in city ? pointOf(city.lng, city.lat) : undefined;

/** A place this far from the centre of its city is probably a mistake. */
const farKm = 50;
const kmPerDegree = 111.2;

/** Kilometres between two places of one country, exact enough to notice a mistake. */
function kmBetween(a: Point, b: Point): number {
  const narrow = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return kmPerDegree * Math.hypot(a.lat - b.lat, (a.lng - b.lng) * narrow);
}

const sixDigits = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Sets the form's `lng` and `lat` by a click on a map, which opens at the place or the chosen city. */
export default function GeoPicker({
  form,
  disabled,
  onPicked,
}: {
  readonly form: FormInstance<Row>;
  readonly disabled: boolean;
  readonly onPicked: (changed: Point) => void;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const config = useMapConfig();
  const cities = useCities();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Point>();
  const current = pointOf(Form.useWatch('lng', form), Form.useWatch('lat', form));
  const cityId: unknown = Form.useWatch('cityId', form);
  const centre = centreOf(cities.find((one) => one.id === cityId));
  const start = current ?? centre;
  const away = current === undefined || centre === undefined ? 0 : kmBetween(current, centre);
  const shown = chosen ?? current;
  const take = (): void => {
    if (chosen !== undefined) {
      form.setFieldsValue({ ...chosen });
      onPicked(chosen);
    }
    setOpen(false);
  };
  return (
    <>
      <div className="eu-ask">
        <Button
          icon={<EnvironmentOutlined />}
          disabled={disabled}
          onClick={() => {
            setChosen(undefined);
            setOpen(true);
          }}
        >
          {texts('pickOnMap')}
        </Button>
        <output aria-live="polite">
          {away > farKm ? <StatusTag color="warning">{texts('farFromCity', { n: Math.round(away) })}</StatusTag> : null}
        </output>
      </div>
      {open ? (
        <Modal
          open
          title={texts('pickOnMap')}
          width={720}
          okText={t('confirm')}
          cancelText={t('cancel')}
          okButtonProps={{ disabled: chosen === undefined }}
          onOk={take}
          onCancel={() => setOpen(false)}
        >
          <p className="eu-dialog-text">
            {texts('pickHint')}{' '}
            <span className="wh-num">{shown === undefined ? '' : `${shown.lng}, ${shown.lat}`}</span>
          </p>
          <div className="eu-map-pick">
            <MapCanvas
              label={texts('pickOnMap')}
              config={config}
              {...(start === undefined
                ? {}
                : { camera: { center: [start.lng, start.lat] as const, zoom: current === undefined ? 10 : 13 } })}
              marker={shown ?? null}
              onClick={([lng, lat]) => setChosen({ lng: sixDigits(lng), lat: sixDigits(lat) })}
            />
          </div>
        </Modal>
      ) : null}
    </>
  );
}
