import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { consoleQa } from '@wheelhouse/entities/access/console-qa';
import { plain } from '@wheelhouse/entities/registry';
import { useCall } from '../../../api/query.ts';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { TextBox } from '../../../entity-ui/controls/TextBox.tsx';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useDict } from '../../../reference/reference.ts';
import { NoticeStrip } from '../../../blocks/notice/NoticeStrip.tsx';
import { useCan } from '../../../session/session.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { qaOverride } from './override.tsx';
import { Question } from './Question.tsx';
import { useQaTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';
import '../../../entity-ui/entity-ui.css';
import './qa.css';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const entity = plain(consoleQa);
const most = 200;

/** How to use this console: categories at the left, questions with their answers at the right. */
export default function Qa(): ReactNode {
  return (
    <Dialogs>
      <QaPage />
    </Dialogs>
  );
}

function QaPage(): ReactNode {
  const t = useT();
  const texts = useQaTexts();
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const dialogs = useDialogs();
  const keyword = page.search.get('keyword') ?? '';
  const category = page.search.get('category') ?? undefined;
  const query = { ...(keyword === '' ? {} : { keyword }), ...(category === undefined ? {} : { category }) };
  const { data, error, refetch } = useCall(
    '/system/crm/qa/list',
    { page: 1, pageSize: most, orderBy: 'sort asc', query },
    { keepPrevious: true, inlineErrors: true },
  );
  const show = (next: { keyword?: string; category?: string | undefined }): void =>
    page.setSearch({ keyword, category, ...next });
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          can('qa.add') ? (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() =>
                void dialogs.open((close) => (
                  <FormDialog
                    entity={entity}
                    override={qaOverride}
                    preset={category === undefined ? undefined : { category }}
                    onClose={close}
                  />
                ))
              }
            >
              {t('add')}
            </Button>
          ) : undefined
        }
      />
      <NoticeStrip />
      <div className="qa-layout">
        <Categories chosen={category} onChoose={(next) => show({ category: next })} />
        <div className="qa-main">
          <search>
            <TextBox
              label={texts('searchHint')}
              placeholder={texts('searchHint')}
              prefix={<SearchOutlined aria-hidden="true" />}
              value={keyword}
              onCommit={(text) => show({ keyword: text })}
            />
          </search>
          {data === undefined ? (
            <PendingState error={error} onRetry={() => void refetch()} />
          ) : data.list.length === 0 ? (
            <EmptyState title={keyword === '' ? t('noData') : texts('nothing')} />
          ) : (
            <div className="wh-section">
              {data.list.map((row) => (
                <Question key={row.id} row={row} open={keyword !== '' && data.list.length === 1} />
              ))}
            </div>
          )}
          {data !== undefined && data.total > data.list.length ? (
            <p className="eu-hint">{texts('moreOf', { n: data.list.length })}</p>
          ) : null}
        </div>
      </div>
    </PageBody>
  );
}

function Categories({
  chosen,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly onChoose: (category: string | undefined) => void;
}): ReactNode {
  const t = useT();
  const texts = useQaTexts();
  const categories = [{ code: undefined, name: t('all') }, ...useDict('QaCategory')];
  return (
    <nav className="qa-categories" aria-label={texts('categories')}>
      {categories.map((one) => (
        <button
          key={one.code ?? ''}
          type="button"
          aria-current={one.code === chosen ? 'true' : undefined}
          onClick={() => onChoose(one.code)}
        >
          {one.name}
        </button>
      ))}
    </nav>
  );
}
