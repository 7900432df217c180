import { useEffect, useEffectEvent, type RefObject } from 'react';
import { hasDialog } from '../../lib/dialog.ts';

/**
 * Ctrl+S or ⌘S saves while the form is on the screen, and not behind a dialog.
 * @param within a part of the form, where it may be in a dialog itself
 */
export function useSaveKey(save: () => void, within?: RefObject<Element | null>): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const own = within?.current?.closest('[role="dialog"]') ?? null;
      if (own === null && hasDialog()) return;
      event.preventDefault();
      onSave();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [within]);
}
