import type { MatrixFeature, MatrixModel } from '@wheelhouse/contract/calls/content/content';
import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/common.ts';
import { formatNumber } from '../../../ui/format.ts';
import { cellKey, storedValue, type Cells, type Draft } from './model.ts';
import { useFeatureTexts, useValueWord } from './texts.ts';

interface Props {
  readonly features: readonly MatrixFeature[];
  readonly models: readonly MatrixModel[];
  readonly cells: Cells;
  readonly draft: Draft;
  readonly onClose: (save: boolean | null) => void;
}

/** What saving will change, model by model, and how many vehicles have these models. */
export default function SaveDialog({ features, models, cells, draft, onClose }: Props): ReactNode {
  const t = useT();
  const texts = useFeatureTexts();
  const wordOf = useValueWord();
  const changed = models.flatMap((model) => {
    const own = features.flatMap((feature) => {
      const after = draft.get(cellKey(feature.featureCode, model.id));
      return after === undefined ? [] : [{ feature, before: storedValue(cells, feature, model), after }];
    });
    return own.length === 0 ? [] : [{ model, own }];
  });
  const vehicles = changed.reduce((sum, { model }) => sum + model.vehicleCount, 0);
  const turnsOff = [...draft.values()].some(({ state }) => state === featureStates.off);
  return (
    <Modal
      open
      width={640}
      title={texts('saveTitle', { n: draft.size })}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ autoFocus: true }}
      onOk={() => onClose(true)}
      onCancel={() => onClose(null)}
    >
      <p className="eu-dialog-text">
        {texts('affects', { n: formatNumber(vehicles) })}
        {turnsOff ? ` · ${texts('keepsData')}` : ''}
      </p>
      <div className="fm-changes">
        {changed.map(({ model, own }) => (
          <section key={model.id}>
            <h3>{model.name}</h3>
            <dl className="eu-diff">
              {own.map(({ feature, before, after }) => (
                <div key={feature.id}>
                  <dt>{feature.name}</dt>
                  <dd>
                    <del>{wordOf(before)}</del>
                    <span aria-hidden="true">→</span>
                    <ins>{wordOf(after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
