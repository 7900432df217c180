import { AppstoreOutlined, CopyOutlined, DownloadOutlined, SaveOutlined } from '@ant-design/icons';
import { functionalFeature } from '@wheelhouse/entities/content/functional-feature';
import { plain } from '@wheelhouse/entities/reading';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { isApiError } from '../../../api/errors.ts';
import { downloadExport } from '../../../api/files.ts';
import { useAction } from '../../../api/query.ts';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import type { Copying } from './CopyDialog.tsx';
import { Grid } from './Grid.tsx';
import { changesOf } from './model.ts';
import { useFeatureTexts } from './texts.ts';
import { useMatrix, type MatrixHandle } from './useMatrix.ts';
import '../../../entity-ui/entity-ui.css';
import './features.css';

const EntityDrawer = dialogPart(() => import('../../../entity-ui/list/EntityDrawer.tsx'));
const SaveDialog = dialogPart(() => import('./SaveDialog.tsx'));
const CopyDialog = dialogPart(() => import('./CopyDialog.tsx'));

/** A feature or model is gone, or somebody else has changed a cell. */
const outdated = [1002, 1005];

/** Saves what was edited as one change, after showing it. What others saved meanwhile is read again, and shows as conflicts. */
function SaveButton({ matrix }: { readonly matrix: MatrixHandle }): ReactNode {
  const t = useT();
  const texts = useFeatureTexts();
  const dialogs = useDialogs();
  const action = useAction('/ps/crm/functionalFeature/saveMatrix', {
    done: ({ changed, vehicles }) => texts('saved', { n: changed, vehicles: formatNumber(vehicles) }),
  });
  const save = async (): Promise<void> => {
    const { features = [], models, cells, draft } = matrix;
    const sure = await dialogs.open<boolean>((close) => (
      <SaveDialog features={features} models={models} cells={cells} draft={draft} onClose={close} />
    ));
    if (sure !== true) return;
    const changes = changesOf(draft, cells);
    try {
      if (changes.length > 0) await action.mutateAsync({ changes });
      await matrix.reload();
    } catch (error) {
      // The action has said it; the edits stay, as far as what they are about does.
      if (outdated.some((code) => isApiError(error, code))) await matrix.reload();
    }
  };
  return (
    <Button
      type="primary"
      icon={<SaveOutlined />}
      loading={action.isPending}
      disabled={matrix.draft.size === 0 || matrix.conflicts.size > 0}
      onClick={() => void save()}
    >
      {t('save')}
    </Button>
  );
}

function Actions({
  matrix,
  seriesId,
}: {
  readonly matrix: MatrixHandle;
  readonly seriesId: string | undefined;
}): ReactNode {
  const t = useT();
  const texts = useFeatureTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const take = useAction('/ps/crm/functionalFeature/exportMatrix', {
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  const copy = async (): Promise<void> => {
    const { features = [], models } = matrix;
    const copying = await dialogs.open<Copying>((close) => <CopyDialog models={models} onClose={close} />);
    const from = models.find(({ id }) => id === copying?.from);
    if (copying === null || from === undefined) return;
    const targets = models.filter(({ id }) => copying.to.includes(id));
    matrix.edit(
      targets.flatMap((model) => features.map((feature) => ({ feature, model, value: matrix.valueOf(feature, from) }))),
    );
  };
  const keepFeatures = (): void =>
    void dialogs
      .open((close) => (
        <EntityDrawer entity={plain(functionalFeature)} title={texts('features')} onClose={() => close(null)} />
      ))
      .then(() => matrix.reload());
  return (
    <>
      {can('availableModel.feature') ? (
        <Button icon={<AppstoreOutlined />} onClick={keepFeatures}>
          {texts('features')}
        </Button>
      ) : null}
      {can('availableModel.copy') && can('availableModel.edit') ? (
        <Button icon={<CopyOutlined />} disabled={matrix.features === undefined} onClick={() => void copy()}>
          {texts('copy')}
        </Button>
      ) : null}
      {can('availableModel.export') ? (
        <Button
          icon={<DownloadOutlined />}
          loading={take.isPending}
          onClick={() => take.mutate(seriesId === undefined ? {} : { seriesId })}
        >
          {t('export')}
        </Button>
      ) : null}
      {can('availableModel.edit') ? <SaveButton matrix={matrix} /> : null}
    </>
  );
}

/** Who saved what meanwhile is decided before anything is saved. */
function Conflicts({ matrix }: { readonly matrix: MatrixHandle }): ReactNode {
  const texts = useFeatureTexts();
  if (matrix.conflicts.size === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={texts('conflict', { n: matrix.conflicts.size })}
      description={texts('conflictHint')}
      action={
        <>
          <Button size="small" onClick={() => matrix.settle('mine')}>
            {texts('keepMine')}
          </Button>
          <Button size="small" onClick={() => matrix.settle('theirs')}>
            {texts('takeTheirs')}
          </Button>
        </>
      }
    />
  );
}

function Matrix(): ReactNode {
  const pick = usePick();
  const texts = useFeatureTexts();
  const can = useCan();
  const page = usePage();
  const matrix = useMatrix();
  const seriesId = page.search.get('seriesId') ?? undefined;
  const models = matrix.models.filter((model) => seriesId === undefined || model.seriesId === seriesId);
  const series = new Map(matrix.models.map((model) => [model.seriesId, model.seriesName]));
  const canEdit = can('availableModel.edit');
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} actions={<Actions matrix={matrix} seriesId={seriesId} />} />
      <Conflicts matrix={matrix} />
      <section className="wh-section fm-section">
        <div className="fm-bar">
          <Select
            aria-label={texts('series')}
            allowClear
            placeholder={texts('series')}
            options={[...series].map(([value, label]) => ({ value, label }))}
            value={seriesId}
            onChange={(value: string | undefined) => page.setSearch({ seriesId: value })}
          />
          {matrix.draft.size > 0 ? (
            <>
              <span className="wh-num" role="status">
                {texts('changed', { n: matrix.draft.size })}
              </span>
              <Button size="small" onClick={matrix.discard}>
                {texts('discard')}
              </Button>
            </>
          ) : null}
        </div>
        {matrix.features === undefined ? (
          <PendingState error={matrix.error} onRetry={() => void matrix.reload()} />
        ) : matrix.features.length === 0 || models.length === 0 ? (
          <EmptyState title={texts(matrix.features.length === 0 ? 'empty' : 'noModels')} />
        ) : (
          <Grid matrix={matrix} features={matrix.features} models={models} canEdit={canEdit} />
        )}
      </section>
    </PageBody>
  );
}

/** Which features of the app each model offers; `?seriesId=` in the address shows the models of one series. */
export default function AvailableModel(): ReactNode {
  return (
    <Dialogs>
      <Matrix />
    </Dialogs>
  );
}
