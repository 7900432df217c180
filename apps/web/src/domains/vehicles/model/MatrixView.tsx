import { listOf } from '@wheelhouse/contract/object';
import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '@wheelhouse/contract';
import type { ListInput } from '@wheelhouse/contract/calls/kit';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { vehicleImage } from '@wheelhouse/entities/vehicles/vehicle-image';
import { call, type ApiPath, type CallOptions } from '../../../api/client.ts';
import { callKey } from '../../../api/query.ts';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useDict } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useVehicleTexts } from '../texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import '../../../blocks/blocks.css';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const ImagePreview = dialogPart(() => import('../../../entity-ui/files/ImagePreview.tsx'));

const pageSize = 200;
const mostPages = 10;

type Read<Listed> = (input: ListInput, options: CallOptions) => Promise<Page<Listed>>;
const readModels: Read<Model> = (input, options) => call('/veh/crm/vehicleType/list', input, options);
const readImages: Read<Image> = (input, options) => call('/veh/crm/vehicleImage/list', input, options);
type Model = ListRowOf<'vehicleType'>;
type Image = ListRowOf<'vehicleImage'>;

/** Every row of a list that matches, page after page; stops at 2,000. */
async function readAll<Listed>(
  read: Read<Listed>,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Listed[]> {
  const rows: Listed[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const answer = await read({ page, pageSize, query }, { signal });
    rows.push(...answer.list);
    if (rows.length >= answer.total) break;
  }
  return rows;
}

function useAll<Listed>(path: ApiPath, read: Read<Listed>, query: Readonly<Record<string, unknown>>) {
  return useQuery({
    queryKey: callKey(path, { all: true, query }),
    queryFn: ({ signal }) => readAll(read, query, signal),
    meta: { inline: true },
  });
}

interface CellProps {
  readonly model: Model;
  readonly color: { readonly code: string; readonly name: string };
  readonly images: readonly Image[];
}

/** The pictures of a model in a colour, or the place where they are missing. */
function MatrixCell({ model, color, images }: CellProps): ReactNode {
  const texts = useVehicleTexts();
  const dialogs = useDialogs();
  const can = useCan();
  const urls = images.flatMap((image) => fileUrls(image, 'image'));
  if (urls.length > 0)
    return (
      <button
        type="button"
        className="eu-thumb"
        aria-label={`${textOf(model.name)} ${color.name} ${texts('imageCount', { n: urls.length })}`}
        onClick={() => void dialogs.open((close) => <ImagePreview urls={urls} start={0} onClose={() => close(null)} />)}
      >
        <img src={urls[0]} alt="" loading="lazy" />
        {urls.length > 1 ? <span className="ov-thumb-count">{urls.length}</span> : null}
      </button>
    );
  if (!can('vehicleImage.add')) return <span className="ov-missing">{texts('missing')}</span>;
  return (
    <button
      type="button"
      className="ov-missing"
      aria-label={`${texts('missing')}: ${texts('addImage', { name: textOf(model.name), color: color.name })}`}
      onClick={() =>
        void dialogs.open((close) => (
          <FormDialog
            entity={plain(vehicleImage)}
            preset={{ vehicleTypeId: model.id, color: color.code }}
            onClose={close}
          />
        ))
      }
    >
      <PlusOutlined aria-hidden="true" /> {texts('missing')}
    </button>
  );
}

/** Models by colours: a model may go on shelf only with a picture in each of its colours. */
export default function MatrixView({ query }: { readonly query: Readonly<Record<string, unknown>> }): ReactNode {
  const t = useT();
  const pick = usePick();
  const colors = useDict('VehicleColor');
  const chosen = query['vehicleTypeId.eq'];
  const models = useAll('/veh/crm/vehicleType/list', readModels, {});
  const images = useAll('/veh/crm/vehicleImage/list', readImages, query);
  const error = models.error ?? images.error;
  if (error !== null || models.data === undefined || images.data === undefined)
    return <PendingState error={error} onRetry={() => void Promise.all([models.refetch(), images.refetch()])} />;
  const rows = models.data.filter((model) => chosen === undefined || model.id === chosen);
  const of = (model: Model, code: string): Image[] =>
    images.data.filter((image) => String(image.vehicleTypeId) === model.id && String(image.color) === code);
  return (
    <div className="wh-section">
      <DataTable
        lines
        label={t('table')}
        className="ov-matrix"
        empty={t('noData')}
        rows={rows}
        rowKey={(model) => model.id}
        columns={[
          {
            key: 'model',
            label: pick(labelOf(plain(vehicleImage), 'vehicleTypeId')),
            head: true,
            edge: 'start',
            render: (model) => (
              <RecordLink entity="vehicleType" id={model.id}>
                {textOf(model.name)}
              </RecordLink>
            ),
          },
          ...colors.map((color) => ({
            key: color.code,
            label: color.name,
            render: (model: Model) => {
              const found = of(model, color.code);
              const wanted = listOf(model.colors).includes(color.code) || found.length > 0;
              return wanted ? <MatrixCell model={model} color={color} images={found} /> : null;
            },
          })),
        ]}
      />
    </div>
  );
}
