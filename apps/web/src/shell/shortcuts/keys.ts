/** The key that stands for Ctrl on this system. */
export const modKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Roles of controls that use letter keys: they select by first letter, or take text. */
const typingRoles: ReadonlySet<string> = new Set([
  'combobox',
  'listbox',
  'menu',
  'menuitem',
  'menuitemradio',
  'option',
  'searchbox',
  'spinbutton',
  'textbox',
  'tree',
  'treeitem',
]);

/** Whether keys belong to what has the focus: a field, a menu, a list of choices. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color'].includes(target.type);
  return typingRoles.has(target.getAttribute('role') ?? '');
}
