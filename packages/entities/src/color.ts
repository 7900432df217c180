/** Whether a text is a colour as it is stored: `#RRGGBB`, in capitals. */
export const isColor = (text: string): boolean => /^#[0-9A-F]{6}$/.test(text);
