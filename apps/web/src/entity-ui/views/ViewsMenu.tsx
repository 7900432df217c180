import { DownOutlined, FilterOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { useTexts } from '../../i18n/lang.ts';
import { askConfirm } from '../../lib/confirm.ts';
import { isAdmin, sessionStore } from '../../session/session.ts';
import { MenuButton, type MenuOption } from '../../ui/Menu.tsx';
import type { SavedView } from './model.ts';
import { texts } from './texts.ts';
import { showChangeRefusal, useViews, type Views } from './useViews.ts';
import { dialogPart } from '../../ui/part.tsx';
import './views.css';

const ViewDialog = dialogPart(() => import('./ViewDialog.tsx'));

/** The saved views of a list page: choose one, keep the present list as one, share, rename, delete. Inside a page whose list is in its address. */
export function ViewsMenu({ list }: { readonly list: string }): ReactNode {
  const t = useTexts(texts);
  const views = useViews(list);
  const [dialog, setDialog] = useState<'add' | 'rename' | null>(null);
  const { active, changed } = views;
  const label =
    active === undefined ? t('views') : t('viewNamed', { name: active.name }) + (changed ? t('changed') : '');

  const select = (key: string): void => {
    if (key === 'add' || key === 'rename') setDialog(key);
    else if (key === 'none') views.show(null);
    else if (key.startsWith('view ')) views.show(views.all.find((view) => `view ${view.id}` === key) ?? null);
    else if (active !== undefined) void changeView(views, active, key, t);
  };
  return (
    <>
      <MenuButton className="wh-menu-button sh-views" label={label} options={optionsOf(views, t)} onSelect={select}>
        <FilterOutlined />
        <span>{active?.name ?? t('views')}</span>
        {changed ? <span className="sh-dirty" aria-hidden="true" /> : null}
        <DownOutlined className="sh-views-arrow" />
      </MenuButton>
      {dialog === null ? null : (
        <Suspense fallback={null}>
          <ViewDialog
            name={dialog === 'rename' ? active?.name : undefined}
            onSave={(form) =>
              dialog === 'rename' && active !== undefined ? views.update(active, { name: form.name }) : views.add(form)
            }
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}

type T = ReturnType<typeof useTexts<typeof texts>>;

async function changeView(views: Views, view: SavedView, action: string, t: T): Promise<void> {
  if (action === 'save') showChangeRefusal(views.update(view, {}, true));
  else if (action === 'share') showChangeRefusal(views.update(view, { shared: view.shared === 1 ? 0 : 1 }));
  else if (action === 'default') showChangeRefusal(views.update(view, { isDefault: view.isDefault === 1 ? 0 : 1 }));
  else if (action === 'remove') {
    const yes = await askConfirm({
      title: t('removeConfirm', { name: view.name }),
      description: view.shared === 1 ? t('removeShared') : undefined,
      danger: true,
    });
    if (yes) showChangeRefusal(views.remove(view));
  }
}

/** One line of the menu: name, whose it is, what it is used for. */
function lineOf(views: Views, view: SavedView, t: T): MenuOption {
  const own = views.isOwn(view);
  const name = own ? view.name : t('by', { name: view.name, owner: view.ownerName ?? '' });
  const marks = [own && view.isDefault === 1 ? t('mark') : '', own && view.shared === 1 ? t('sharedMark') : ''].filter(
    (mark) => mark !== '',
  );
  return {
    key: `view ${view.id}`,
    checked: view === views.active,
    label: (
      <>
        {name}
        {marks.length === 0 ? null : <small className="sh-views-mark">{marks.join(' · ')}</small>}
      </>
    ),
  };
}

function optionsOf(views: Views, t: T): readonly MenuOption[] {
  const { all, active, changed, isOwn } = views;
  const session = sessionStore.get();
  const own = active !== undefined && isOwn(active);
  const mayChange = own || (active !== undefined && session !== null && isAdmin(session));
  const name = active?.name ?? '';
  return [
    { key: 'none', label: t('all'), checked: active === undefined },
    ...all.filter(isOwn).map((view) => lineOf(views, view, t)),
    ...all.filter((view) => !isOwn(view)).map((view) => lineOf(views, view, t)),
    'divider',
    ...(mayChange && changed ? [{ key: 'save', label: t('save', { name }) }] : []),
    { key: 'add', label: t('saveAs') },
    ...(mayChange
      ? ([
          { key: 'rename', label: t('rename', { name }) },
          { key: 'share', label: t(active?.shared === 1 ? 'unshare' : 'share', { name }) },
          ...(own ? [{ key: 'default', label: t(active.isDefault === 1 ? 'noDefault' : 'makeDefault') }] : []),
          { key: 'remove', label: t('remove', { name }), danger: true },
        ] as const)
      : []),
  ];
}
