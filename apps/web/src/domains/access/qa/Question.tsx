import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { codeOfCall } from '@wheelhouse/entities';
import { consoleQa } from '@wheelhouse/entities/access/console-qa';
import { plain } from '@wheelhouse/entities/registry';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useRecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { useCan } from '../../../session/session.ts';
import { routeByName } from '../../../routing/routes.ts';
import { LabelTag } from '../../../ui/Values.tsx';
import { qaOverride } from './override.tsx';
import { useQaTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const entity = plain(consoleQa);

/** The page an answer is about, for those who may open it. */
function PageLink({ name }: { readonly name: string }): ReactNode {
  const texts = useQaTexts();
  const pick = usePick();
  const can = useCan();
  const route = routeByName(name);
  if (route === undefined || !can(route.permission)) return null;
  return <Link to={route.path}>{texts('goTo', { name: pick(route) })}</Link>;
}

/** A question that unfolds its answer. The server sanitises answers when they are written. */
export function Question({ row, open }: { readonly row: ListRowOf<'consoleQa'>; readonly open: boolean }): ReactNode {
  const t = useT();
  const texts = useQaTexts();
  const pick = usePick();
  const lang = useLang();
  const can = useCan();
  const dialogs = useDialogs();
  const actions = useRecordActions(entity);
  const inLang = (name: 'question' | 'answer'): string =>
    (lang === 'en' && textOf(row[`${name}En`])) || textOf(row[name]);
  return (
    <details className="qa-item" open={open}>
      <summary>
        <span>{inLang('question')}</span>
        {Number(row.enabled) === 0 ? <LabelTag>{texts('disabled')}</LabelTag> : null}
      </summary>
      <div className="eu-rich" dangerouslySetInnerHTML={{ __html: inLang('answer') }} />
      <div className="qa-foot">
        <PageLink name={textOf(row.routeName)} />
        <span className="eu-row-actions">
          {can(codeOfCall(entity, 'update')) ? (
            <button
              type="button"
              className="wh-link-button"
              onClick={() =>
                void dialogs.open((close) => (
                  <FormDialog entity={entity} override={qaOverride} id={row.id} onClose={close} />
                ))
              }
            >
              {t('edit')}
            </button>
          ) : null}
          {actions.offered('row', row).map((action) => (
            <button
              key={action.key}
              type="button"
              className={action.danger ? 'wh-link-button eu-error' : 'wh-link-button'}
              onClick={() => void actions.run(action, [row])}
            >
              {pick(action.label)}
            </button>
          ))}
        </span>
      </div>
    </details>
  );
}
