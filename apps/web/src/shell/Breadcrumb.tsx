import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePick, useTexts } from '../i18n/lang.ts';
import type { Session } from '../session/session.ts';
import { titleOf } from './menu.ts';
import { groupOf, homePath, parentOf, routeByPath } from '../routing/routes.ts';
import { rememberedPath, type Tab } from '../routing/tabs.ts';
import { texts } from './texts.ts';

/** Home › group › list › page. The list comes back as it was left. */
export function Breadcrumb({ session, tab }: { readonly session: Session; readonly tab: Tab | undefined }): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const navigate = useNavigate();
  const home = routeByPath(homePath);
  const route = tab?.route;
  const group = route === undefined ? undefined : groupOf(route);
  const parent = route === undefined ? undefined : parentOf(route);
  const link = (path: string, title: string): ReactNode => (
    <Link to={path} onClick={(event) => (event.preventDefault(), void navigate(rememberedPath(path)))}>
      {title}
    </Link>
  );
  return (
    <nav aria-label={t('breadcrumb')} className="sh-crumbs">
      <ol>
        {home === undefined || route === home ? null : <li>{link(home.path, pick(titleOf(home, session)))}</li>}
        {group === undefined ? null : <li>{pick(titleOf(group, session))}</li>}
        {parent === undefined ? null : <li>{link(parent.path, pick(titleOf(parent, session)))}</li>}
        {route === undefined ? null : <li aria-current="page">{tab?.title ?? pick(titleOf(route, session))}</li>}
      </ol>
    </nav>
  );
}
