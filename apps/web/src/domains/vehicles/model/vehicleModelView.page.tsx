import { listOf } from '@wheelhouse/contract/object';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { codes } from '@wheelhouse/entities/codes';
import { useState, type ReactNode } from 'react';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import { vehicleType } from '@wheelhouse/entities/vehicles/vehicle-type';
import { isApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/query.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { isEmpty, textOf } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { useVehicleTexts } from '../texts.ts';
import { nameIn, useDict, useDictLookup } from '../../../reference/reference.ts';
import { hrefOf, usePage, useTabTitle } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import '../../../entity-ui/entity-ui.css';
import './phone.css';

type Preview = OutputOf<'POST /veh/crm/vehicleType/preview'>;
const entity = plain(vehicleType);
const specs = ['maxSpeedKmh', 'rangeKm', 'batteryType', 'ratedPowerW', 'weightKg', 'brakeType'] as const;
/** The picture of the app's home page, then that of its lists. */
const scenes = [codes.ImageScene.home, codes.ImageScene.list].map(String);

/** The picture of a model in one colour that the app's home page shows. */
function pictureOf({ model, images }: Preview, color: string | undefined, dark: boolean): string | undefined {
  const ofColor = images.filter((image) => String(image.color) === color);
  const best =
    scenes
      .map((scene) => ofColor.find((image) => String(image.clientScene) === scene))
      .find((image) => image !== undefined) ?? ofColor[0];
  if (best === undefined) return color === undefined ? textOf(model.listImageUrl) || undefined : undefined;
  return (dark ? textOf(best.darkImageUrl) : '') || textOf(best.imageUrl) || undefined;
}

/** The screen of the app that shows a model. */
function Phone({ preview, dark }: { readonly preview: Preview; readonly dark: boolean }): ReactNode {
  const texts = useVehicleTexts();
  const pick = usePick();
  const lang = useLang();
  const lookup = useDictLookup();
  const { model, features } = preview;
  const colors = listOf(model.colors);
  const [color, setColor] = useState(colors[0]);
  const picture = pictureOf(preview, color, dark);
  const name = nameIn({ name: textOf(model.name), nameEn: textOf(model.nameEn) }, lang);
  const startups = useDict('StartupModel').filter((item) => listOf(model.startupModels).includes(item.code));
  return (
    <div className="ph-frame" data-dark={dark}>
      <div className="ph-bar" aria-hidden="true">
        <span>9:41</span>
        <span>5G ▮▮▮</span>
      </div>
      <ScrollRegion className="ph-screen" label={name}>
        <div className="ph-hero">
          {picture === undefined ? (
            <p>{texts('noImage')}</p>
          ) : (
            <img src={picture} alt={`${name} ${lookup('VehicleColor', color)?.name ?? ''}`} />
          )}
        </div>
        <h2>{name}</h2>
        <p className="ph-faint">{textOf(model.seriesName)}</p>
        <div className="ph-colors" role="group" aria-label={texts('colors')}>
          {colors.map((code) => (
            <button
              key={code}
              type="button"
              data-color={code}
              aria-pressed={code === color}
              aria-label={lookup('VehicleColor', code)?.name ?? code}
              title={lookup('VehicleColor', code)?.name}
              onClick={() => setColor(code)}
            />
          ))}
        </div>
        <h3>{texts('specs')}</h3>
        <dl className="ph-specs">
          {specs
            .filter((field) => !isEmpty(model[field]))
            .map((field) => (
              <div key={field}>
                <dt>{pick(labelOf(entity, field))}</dt>
                <dd>
                  <FieldValue entity={entity} name={field} row={model} place="detail" />
                </dd>
              </div>
            ))}
        </dl>
        <h3>{texts('startup')}</h3>
        <ul className="ph-chips">
          {startups.map((item) => (
            <li key={item.code}>{item.name}</li>
          ))}
        </ul>
        {features.length === 0 ? null : (
          <>
            <h3>{texts('supportedFeatures')}</h3>
            <ul className="ph-chips">
              {features.map((feature) => (
                <li key={feature.featureCode}>
                  {feature.name}
                  {feature.minEcuVersion === null ? '' : ` ≥ ${feature.minEcuVersion}`}
                </li>
              ))}
            </ul>
          </>
        )}
        {isEmpty(model.description) ? null : (
          <>
            <h3>{texts('introduction')}</h3>
            <FieldValue entity={entity} name="description" row={model} place="detail" />
          </>
        )}
      </ScrollRegion>
    </div>
  );
}

/** A model as owners see it in the app. */
export default function VehicleModelView(): ReactNode {
  const t = useT();
  const texts = useVehicleTexts();
  const pick = usePick();
  const page = usePage();
  const [dark, setDark] = useState(false);
  const { data, error, refetch } = useCall(
    '/veh/crm/vehicleType/preview',
    { id: page.id ?? '' },
    { enabled: page.id !== undefined, inlineErrors: true },
  );
  useTabTitle(data === undefined ? null : `${textOf(data.model.name)} ${texts('preview')}`);
  const themes = (
    <Segments
      label={texts('preview')}
      options={[
        { key: false, label: texts('appLight') },
        { key: true, label: texts('appDark') },
      ]}
      value={dark}
      onChange={setDark}
    />
  );
  const missing = page.id === undefined || isApiError(error, 1002);
  return (
    <Dialogs>
      <PageBody>
        <PageHeader
          title={pick(page.route)}
          extra={data === undefined ? undefined : <span className="wh-faint">{textOf(data.model.name)}</span>}
          actions={
            data === undefined ? undefined : (
              <>
                {themes}
                <LinkButton to={hrefOf('vehicleModelDetail', { id: data.model.id })}>{t('detail')}</LinkButton>
              </>
            )
          }
        />
        {missing ? (
          <EmptyState title={t('notFound')} />
        ) : data !== undefined ? (
          <Phone key={data.model.id} preview={data} dark={dark} />
        ) : (
          <PendingState error={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Dialogs>
  );
}
