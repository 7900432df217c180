/** An element of the page that has to be there. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}`);
}

type Child = Node | string;

/** A new element. @param look its class */
export function make(tag: string, look: string, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(tag);
  if (look !== '') element.className = look;
  element.append(...children);
  return element;
}

/** A cell that says on a phone what its column is. */
export function cell(column: string, look: string, text: string): HTMLElement {
  const element = make('td', look, text);
  element.dataset['column'] = column;
  return element;
}

export function table(
  look: string,
  columns: readonly (readonly [name: string, look: string])[],
  rows: readonly HTMLElement[],
): HTMLElement {
  const heads = columns.map(([name, of]) => {
    const head = make('th', of, name);
    head.setAttribute('scope', 'col');
    return head;
  });
  return make('table', look, make('thead', '', make('tr', '', ...heads)), make('tbody', '', ...rows));
}
