/** A unit that the label already names is not repeated beside the value. */
export const labelNamesUnit = (label: string, unit: string): boolean => label.includes(`(${unit})`);
