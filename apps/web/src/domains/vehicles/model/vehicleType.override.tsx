import { AppstoreOutlined, MobileOutlined } from '@ant-design/icons';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { vehicleImage } from '@wheelhouse/entities/vehicles/vehicle-image';
import { vehicleType } from '@wheelhouse/entities/vehicles/vehicle-type';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { hrefOf } from '../../../routing/page.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import { vehicleTexts } from '../texts.ts';
import { part } from '../../../ui/part.tsx';
import { vehicleOverride } from '../vehicle/vehicle.override.tsx';

const FirmwareTab = part(() => import('./FirmwareTab.tsx'));

type RowProps = { readonly row: RowOf<'vehicleType'> };

/** Models: ways to the preview and to the features that the models of their series have. */
const modelOverride = defineOverride('vehicleType', {
  links: (row) => [
    {
      label: vehicleTexts.preview,
      icon: <MobileOutlined />,
      href: hrefOf('vehicleModelView', { id: String(row.id) }),
      code: 'vehicleModelView',
    },
    {
      label: { zh: '适用功能', en: 'Features' },
      icon: <AppstoreOutlined />,
      href: hrefOf('availableModel', { seriesId: row.seriesId }),
      code: 'availableModel.query',
    },
  ],
});

const ModelFacts = ({ row }: RowProps): ReactNode => (
  <Facts
    entity={plain(vehicleType)}
    row={row}
    names={['seriesId', 'vehicleCategory', 'batteryType', 'vehicleCount', 'updateTime']}
  />
);
const VehiclesTab = ({ row }: RowProps): ReactNode => (
  <RelatedList
    entity={plain(vehicle)}
    override={vehicleOverride}
    fixed={{ vehicleTypeId: row.id }}
    without={['vehicleTypeId', 'seriesId']}
    filters
  />
);
const ImagesTab = ({ row }: RowProps): ReactNode => (
  <RelatedList
    entity={plain(vehicleImage)}
    fixed={{ vehicleTypeId: row.id }}
    without={['vehicleTypeId']}
    readOnly={false}
  />
);

const modelDetailOverride = {
  ...modelOverride,
  ...defineOverride('vehicleType', {
    head: { line: ModelFacts },
    tabs: [
      { key: 'vehicles', label: vehicleTexts.vehiclesOfModel, code: 'vehicleManage.query', component: VehiclesTab },
      {
        key: 'firmware',
        label: vehicleTexts.firmwareOfModel,
        code: ['firmwareManage.query', 'firmwareManageOld.query'],
        component: FirmwareTab,
      },
      { key: 'images', label: vehicleTexts.imagesOfModel, code: 'vehicleImage.query', component: ImagesTab },
    ],
  }),
};

export { modelOverride as default, modelDetailOverride as detail };
