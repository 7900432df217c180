/** Whether a dialog is open or on its way, which has the keyboard for itself. Closed ones may stay in the document, unseen. */
export const hasDialog = (): boolean =>
  document.querySelector('[data-dialog-opening]') !== null ||
  [...document.querySelectorAll('dialog[open], [role="dialog"], [role="alertdialog"]')].some((dialog) =>
    dialog.checkVisibility(),
  );
