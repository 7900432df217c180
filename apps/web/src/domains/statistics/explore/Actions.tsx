import { DeleteOutlined, PushpinOutlined, SaveOutlined, ShareAltOutlined } from '@ant-design/icons';
import { cardGrid } from '@wheelhouse/entities/access/dashboard-cards';
import { plain } from '@wheelhouse/entities/registry';
import { exploration } from '@wheelhouse/entities/statistics/exploration';
import type { ReactNode } from 'react';
import { attempt } from '../../../api/attempt.ts';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useT } from '../../../i18n/common.ts';
import { notify } from '../../../lib/notify.ts';
import { useCan, useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { cardsOfRole } from '../dashboard/board/kinds.tsx';
import { useCards } from '../dashboard/board/layout.ts';
import { mostShortcuts, useShortcuts } from '../dashboard/shortcuts.ts';
import { filtersOf } from '../stat/question.ts';
import { explorationOverride, StatisticContext } from './inputs.tsx';
import type { Exploration, Question } from './model.ts';
import { useExploreTexts } from './texts.ts';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const entity = plain(exploration);
const base = '/stat/crm/exploration';

interface ActionsProps {
  readonly question: Question;
  /** The saved one that is open. */
  readonly row: Exploration | undefined;
  readonly changed: boolean;
  readonly onOpen: (id: string | undefined) => void;
}

function Pin({ id }: { readonly id: string }): ReactNode {
  const t = useExploreTexts();
  const can = useCan();
  const { chosen, choose } = useCards();
  const { pages } = useShortcuts();
  const card = `exploration.${id}`;
  const cards = chosen ?? cardsOfRole(can, pages.length > mostShortcuts);
  const isOn = cards.some((one) => one.card === card);
  const isFull = cards.length >= cardGrid.mostCards;
  return (
    <Button
      icon={<PushpinOutlined />}
      disabled={chosen === undefined || isOn || isFull}
      title={isFull && !isOn ? t('full', { n: cardGrid.mostCards }) : undefined}
      onClick={() => {
        choose([...cards, { card, w: 6, h: 8 }]);
        notify.success(t('pinned'));
      }}
    >
      {t(isOn ? 'pinned' : 'pin')}
    </Button>
  );
}

/** What is done with a question: it is saved, shared, pinned to the dashboard, or deleted. */
export function Actions({ question, row, changed, onOpen }: ActionsProps): ReactNode {
  const t = useExploreTexts();
  const common = useT();
  const user = useUser();
  const dialogs = useDialogs();
  const own = row !== undefined && row.ownerId === user.id;
  const { statistic, measures, by, chart } = question;
  const of = { measures, dimensions: by, filters: filtersOf(question), chart };
  const add = async (): Promise<void> => {
    const saved = await dialogs.open<{ readonly id: string }>((close) => (
      <StatisticContext value={statistic}>
        <FormDialog
          entity={entity}
          override={explorationOverride}
          preset={{ statistic: statistic.name, ...of }}
          onClose={close}
        />
      </StatisticContext>
    ));
    await invalidate(base);
    if (saved !== null) onOpen(saved.id);
  };
  const edit = async (id: string): Promise<void> => {
    await dialogs.open((close) => (
      <StatisticContext value={statistic}>
        <FormDialog entity={entity} override={explorationOverride} id={id} onClose={close} />
      </StatisticContext>
    ));
    await invalidate(base);
  };
  const update = async ({ id, rev }: Exploration): Promise<void> => {
    const saved = await attempt(call(`${base}/update`, { id, rev, ...of }));
    await invalidate(base);
    if (saved !== undefined) onOpen(id);
  };
  const remove = async (id: string): Promise<void> => {
    await attempt(call(`${base}/batchDelete`, { ids: [id] }));
    await invalidate(base);
    onOpen(undefined);
  };
  return (
    <>
      {row === undefined ? null : <Pin id={row.id} />}
      {own ? (
        <>
          <ConfirmButton
            icon={<DeleteOutlined />}
            danger
            question={t('remove', { name: row.name })}
            onConfirm={() => remove(row.id)}
          >
            {common('delete')}
          </ConfirmButton>
          <Button icon={<ShareAltOutlined />} onClick={() => void edit(row.id)}>
            {t('share')}
          </Button>
        </>
      ) : null}
      {own && changed ? (
        <Button icon={<SaveOutlined />} disabled={measures.length === 0} onClick={() => void update(row)}>
          {t('saveChanges')}
        </Button>
      ) : null}
      <Button type="primary" icon={<SaveOutlined />} disabled={measures.length === 0} onClick={() => void add()}>
        {t('saveAs')}
      </Button>
    </>
  );
}
