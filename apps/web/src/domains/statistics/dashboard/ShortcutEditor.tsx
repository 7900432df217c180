import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../i18n/common.ts';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import type { MenuItem } from '../../../shell/menu.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/inputs/Select.tsx';
import { mostShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';

interface EditorProps {
  readonly pages: readonly MenuItem[];
  readonly chosen: readonly MenuItem[];
  readonly onChange: (names: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Which pages are one click away, and in what order. */
export default function ShortcutEditor({ pages, chosen, onChange, onClose }: EditorProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const pick = usePick();
  return (
    <div className="db-shortcuts-edit">
      <p>{t('shortcutsChoose', { n: mostShortcuts })}</p>
      <Order items={chosen} onChange={onChange} />
      <div className="db-shortcuts-pick">
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          maxCount={mostShortcuts}
          value={chosen.map(({ route }) => route.name)}
          aria-label={t('shortcutsEdit')}
          options={pages.map((page) => ({ value: page.route.name, label: pick(page.title) }))}
          onChange={(next: string[]) => onChange(next)}
        />
        <Button type="primary" onClick={onClose}>
          {common('close')}
        </Button>
      </div>
    </div>
  );
}

/** The chosen pages to be put in order, by dragging or with the arrow keys. */
function Order({
  items,
  onChange,
}: {
  readonly items: readonly MenuItem[];
  readonly onChange: (names: readonly string[]) => void;
}): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const [dragged, setDragged] = useState<string | null>(null);
  const names = items.map(({ route }) => route.name as string);
  const move = (name: string, to: number): void => {
    if (to < 0 || to >= names.length) return;
    const rest = names.filter((one) => one !== name);
    onChange([...rest.slice(0, to), name, ...rest.slice(to)]);
  };
  const onKey = (event: KeyboardEvent, name: string): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by !== 0) move(name, names.indexOf(name) + by);
  };
  return (
    <ol className="db-order">
      {items.map(({ route, title }, at) => (
        <li key={route.name} data-dragged={dragged === route.name || undefined}>
          <button
            type="button"
            className="db-grip"
            draggable
            onKeyDown={(event) => onKey(event, route.name)}
            onDragStart={() => setDragged(route.name)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged !== null && dragged !== route.name) move(dragged, at);
            }}
          >
            <HolderOutlined aria-hidden="true" /> {pick(title)}
          </button>
          <button
            type="button"
            className="wh-icon-button"
            aria-label={`${t('moveEarlier')} ${pick(title)}`}
            disabled={at === 0}
            onClick={() => move(route.name, at - 1)}
          >
            <ArrowLeftOutlined />
          </button>
          <button
            type="button"
            className="wh-icon-button"
            aria-label={`${t('moveLater')} ${pick(title)}`}
            disabled={at === items.length - 1}
            onClick={() => move(route.name, at + 1)}
          >
            <ArrowRightOutlined />
          </button>
          <button
            type="button"
            className="wh-icon-button"
            aria-label={`${t('remove')} ${pick(title)}`}
            onClick={() => onChange(names.filter((one) => one !== route.name))}
          >
            <CloseOutlined />
          </button>
        </li>
      ))}
    </ol>
  );
}
