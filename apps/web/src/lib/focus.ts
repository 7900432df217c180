/**
 * Where the keyboard goes on. The browser drops the focus to the top of the page when the focused element is taken away or disabled (an
 * action that removes its button, a dialog that closes), and a dialog gives it to the first thing it has, its cross.
 */

interface Place {
  readonly element: HTMLElement;
  /** From the element's parent outwards, as they were. */
  readonly around: readonly Element[];
}

const remembered = 24;
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
/** The crosses of dialogs and drawers: antd's, and the shell's own. */
const crosses = '.ant-modal-close, .ant-drawer-close, .sh-modal-head > button';

const dialogs = 'dialog, [role="dialog"]';

const isOpen = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility() &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null;

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body;

const firstIn = (box: ParentNode, selector = focusable): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>(selector)].find((one) => isOpen(one) && one.tabIndex >= 0);

/** The same control drawn anew: of the same kind with the same text. */
const twinOf = ({ element }: Place, box: Element): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>(element.tagName)].find(
    (one) =>
      isOpen(one) &&
      one.textContent === element.textContent &&
      one.getAttribute('aria-label') === element.getAttribute('aria-label'),
  );

/** What of a dialog to begin with: its first field, else its main button, else the dialog itself. */
function beginningOf(dialog: HTMLElement): HTMLElement {
  const fields = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';
  const own = [
    ...dialog.querySelectorAll<HTMLElement>(`${fields}, :is(.ant-btn-primary, .wh-button-primary):not(:disabled)`),
  ].find(isOpen);
  const other = [...dialog.querySelectorAll<HTMLElement>(focusable)].find(
    (one) => isOpen(one) && !one.matches(crosses),
  );
  const beginning = own ?? other ?? dialog;
  if (beginning === dialog) dialog.tabIndex = -1;
  return beginning;
}

/** The element itself, its replacement, or the nearest focusable element; undefined when none is left. */
function nearest(place: Place): HTMLElement | undefined {
  if (isOpen(place.element)) return place.element;
  const box = place.around.find((one) => one.isConnected);
  if (box === undefined || box === document.body || box.id === 'root') return undefined;
  return twinOf(place, box) ?? firstIn(box);
}

/** A dialog gives the focus to its cross first: it goes on to where the dialog begins. */
function begin(target: HTMLElement, from: EventTarget | null): boolean {
  const dialog = target.matches(crosses) ? target.closest<HTMLElement>(dialogs) : null;
  if (dialog === null || (from instanceof Node && dialog.contains(from))) return false;
  beginningOf(dialog).focus({ preventScroll: true });
  return true;
}

/** Within the dialog of the last place, as long as that is open. */
function giveBack(places: readonly Place[]): void {
  const dialog = places.at(-1)?.around.find((one): one is HTMLElement => one.matches(dialogs));
  const bounds = dialog?.checkVisibility() === true ? dialog : undefined;
  for (const place of places.toReversed()) {
    const next = nearest(place);
    if (bounds?.contains(next ?? null) !== false) next?.focus({ preventScroll: true });
    if (hasFocus()) return;
  }
  if (bounds !== undefined) beginningOf(bounds).focus({ preventScroll: true });
}

function keep(places: Place[]): void {
  /** What has the focus or had it last; undefined once people have left it for nothing. */
  let last: HTMLElement | undefined;
  /** The page took `last` away or disabled it, be it for a moment. */
  let taken = false;
  let waiting = false;
  /** Where the focus goes that has just left an element. */
  let onItsWay: EventTarget | null = null;
  /** An element that is disabled while its form is sent, and what has the focus until it is not. */
  let held: { readonly element: HTMLElement; readonly standIn: Element | null } | undefined;

  // Between the blur of one element and the focus of the next, scripts run while the body has the focus: where it goes is known afterwards.
  const settle = (): void => {
    if (waiting || last === undefined) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (last === undefined || hasFocus()) return;
      // A click outside all controls removes the focus on purpose.
      if (!taken && isOpen(last)) last = undefined;
      else if (document.querySelector('dialog:modal') === null) {
        const element = last;
        giveBack(places);
        held = element.isConnected ? { element, standIn: document.activeElement } : undefined;
      }
    });
  };

  document.addEventListener('focusout', ({ relatedTarget }) => (onItsWay = relatedTarget), true);
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement)) return;
    const wanted = onItsWay;
    onItsWay = null;
    // antd focuses a dialog that has come in, be it while the focus is on its way from one of its fields to the next.
    if (target.matches(dialogs) && wanted instanceof HTMLElement && wanted !== target && target.contains(wanted)) {
      wanted.focus({ preventScroll: true });
      return;
    }
    last = target;
    taken = false;
    held = undefined;
    if (begin(target, relatedTarget)) return;
    const around: Element[] = [];
    for (let one = target.parentElement; one !== null; one = one.parentElement) around.push(one);
    places.push({ element: target, around });
    if (places.length > remembered) places.shift();
  });
  document.addEventListener('focusout', settle);
  // Who goes on meanwhile stays where they are.
  for (const hand of ['keydown', 'pointerdown']) document.addEventListener(hand, () => (held = undefined), true);
  new MutationObserver((records) => {
    if (held !== undefined && document.activeElement === held.standIn && isOpen(held.element)) held.element.focus();
    const element = last;
    if (element === undefined || hasFocus()) return;
    taken ||= !isOpen(element) || records.some((one) => [...one.removedNodes].some((node) => node.contains(element)));
    settle();
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'inert'],
  });
}

/**
 * Tab goes on from a select whose list is open. antd's choose the highlighted entry then and keep the focus, and where several may be chosen they do
 * so again with every Tab.
 */
function leaveLists(): void {
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && event.target instanceof Element && event.target.closest('.ant-select-open') !== null)
      event.stopPropagation();
  };
  document.addEventListener('keydown', leave, true);
}

/** Keeps the focus near where it was from now on. Call once. */
export function startFocus(): void {
  leaveLists();
  keep([]);
}
