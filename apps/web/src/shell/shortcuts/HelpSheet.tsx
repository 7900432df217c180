import type { ReactNode } from 'react';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { useStore } from '../../lib/store.ts';
import { loaderOf } from '../../routing/pages.ts';
import { can, type Session } from '../../session/session.ts';
import { titleOf } from '../menu.ts';
import { Modal } from '../Modal.tsx';
import { routeByName } from '../../routing/routes.ts';
import { modKey } from './keys.ts';
import { shortcuts, type ShortcutGroup } from './list.ts';
import { setSingleKeys, singleKeys } from './single-keys.ts';
import { texts } from './texts.ts';

interface Entry {
  readonly keys: readonly string[];
  /** The keys are pressed together, not one after the other. */
  readonly together?: boolean;
  readonly text: string;
}

const groups: readonly ShortcutGroup[] = ['general', 'list', 'tabs', 'go'];

/** Every shortcut the user can use, and the switch for those of single keys. */
export default function HelpSheet({
  session,
  onClose,
}: {
  readonly session: Session;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const enabled = useStore(singleKeys);

  const entriesOf = (group: ShortcutGroup): readonly Entry[] => {
    const own = shortcuts
      .filter((shortcut) => shortcut.group === group)
      .flatMap((shortcut): readonly Entry[] => {
        const { does, keys, text } = shortcut;
        if (does.kind !== 'open') return text === undefined ? [] : [{ keys, text: t(text) }];
        const route = routeByName(does.route);
        return route !== undefined && can(route.permission) && loaderOf(route) !== undefined
          ? [{ keys, text: pick(titleOf(route, session)) }]
          : [];
      });
    if (group === 'general')
      return [{ keys: [modKey, 'K'], together: true, text: t('search') }, ...own, { keys: ['Esc'], text: t('escape') }];
    return group === 'list' ? [...own, { keys: ['↑', '↓'], together: true, text: t('rows') }] : own;
  };
  return (
    <Modal label={t('title')} className="sh-help" head onClose={onClose}>
      <div className="sh-help-groups">
        {groups.map((group) => (
          <section key={group}>
            <h3>{t(group)}</h3>
            <dl>
              {entriesOf(group).map((entry) => (
                <div key={entry.keys.join(' ')}>
                  <dt>{entry.text}</dt>
                  <dd>
                    {entry.keys.map((key, at) => (
                      <span key={key}>
                        {at > 0 && entry.together !== true ? <small>{t('after')}</small> : null}
                        <kbd>{key}</kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="sh-help-switch">
        <input type="checkbox" checked={enabled} onChange={(event) => setSingleKeys(event.target.checked)} />
        <span>{t('enabled')}</span>
        <small>{t('enabledHint', { key: modKey })}</small>
      </label>
    </Modal>
  );
}
