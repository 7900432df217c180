/**
 * The shape of a dictionary category and its entries.
 */

export type TagColor = 'default' | 'primary' | 'success' | 'warning' | 'danger';

/** Who owns a category: `S` fixed by the product, `B` built in, `E` business list an operator may edit. */
export type DictionaryFlag = 'S' | 'B' | 'E';

export interface DictionaryEntry {
  code: string;
  zh: string;
  en: string;
  /** Code of the father entry: of the same category, or of `parentCategory` where the category has one. */
  parent?: string;
  /** Code a device reports for this entry, four hexadecimal digits. */
  alarmErrCode?: string;
  /** DeviceType code of the part the entry belongs to. */
  deviceType?: string;
  color?: TagColor;
}

export interface Dictionary {
  category: string;
  zh: string;
  en: string;
  flag: DictionaryFlag;
  entries: readonly DictionaryEntry[];
  parentCategory?: string;
  /**
   * Its entries allow or forbid something. A change needs the right `dictionary.guard`, and waits until somebody else who has it approves it.
   */
  guards?: true;
  /** Only the server reads its entries: the console does not load them with the others. */
  serverOnly?: true;
}
