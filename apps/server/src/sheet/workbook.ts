import { openArchive, type PackedFile, UnreadableFile, zipLimits } from './check.ts';
import { markupText, readMarkup, type MarkupReader } from './markup.ts';
import { numberStyle, type NumberStyle } from './number-format.ts';
import { unescapeText } from './xml.ts';

/** A sheet of a workbook, not read yet. */
export interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  readonly part: PackedFile;
}

/** What the cells of a workbook refer to. */
export interface Workbook {
  readonly sheets: readonly SheetPart[];
  /** Days are counted from 1904. */
  readonly from1904: boolean;
  /** By place in the workbook's list. */
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** XML knows `true` and `1`. */
export const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** Part names ignore case, and some writers put backslashes between folders. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** The part that `target` of a part in `folder` means. */
function resolved(folder: string, target: string): string {
  const path = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '');
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return keyOf(path.join('/'));
}

const nothing: MarkupReader = { open: () => undefined, close: () => undefined, text: () => undefined };
const read = (part: PackedFile | undefined, reader: Partial<MarkupReader>): void => {
  if (part) readMarkup(markupText(part.read()), { ...nothing, ...reader });
};

function relationsOf(part: PackedFile | undefined): Map<string, Relation> {
  const found = new Map<string, Relation>();
  read(part, {
    open: (name, attribute) => {
      if (name !== 'Relationship') return;
      const type = (attribute('Type') ?? '').split('/').at(-1) ?? '';
      found.set(attribute('Id') ?? '', { type, target: attribute('Target') ?? '' });
    },
  });
  return found;
}

/** Texts that cells share; guides to pronunciation are no part of them. */
function stringsOf(part: PackedFile | undefined): string[] {
  const strings: string[] = [];
  let [text, inText, phonetic] = ['', false, 0];
  read(part, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') inText = phonetic === 0;
      else if (name === 'rPh') phonetic++;
    },
    close: (name) => {
      if (name === 'si') strings.push(unescapeText(text));
      else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic--;
    },
    text: (more) => {
      if (inText) text += more;
    },
  });
  return strings;
}

function stylesOf(part: PackedFile | undefined): NumberStyle[] {
  const formats = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  read(part, {
    open: (name, attribute) => {
      if (name === 'numFmt') formats.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        styles.push(numberStyle(id, formats.get(id)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/**
 * Opens a workbook of any writer: parts are found by the relations between them.
 * @throws UnreadableFile
 */
export function openWorkbook(bytes: Buffer): Workbook {
  const parts = new Map(openArchive(bytes, zipLimits).map((part) => [keyOf(part.name), part]));
  const root = [...relationsOf(parts.get('_rels/.rels')).values()].find(({ type }) => type === 'officeDocument');
  const path = root ? resolved('', root.target) : 'xl/workbook.xml';
  const workbook = parts.get(path);
  if (!workbook) throw new UnreadableFile('notXlsx');
  const at = path.lastIndexOf('/');
  const [folder, file] = [path.slice(0, at), path.slice(at + 1)];
  const relations = relationsOf(parts.get(`${folder}/_rels/${file}.rels`));
  const partOf = (type: string): PackedFile | undefined => {
    const found = [...relations.values()].find((relation) => relation.type === type);
    return found && parts.get(resolved(folder, found.target));
  };
  const sheets: SheetPart[] = [];
  let [from1904, isWorkbook] = [false, false];
  read(workbook, {
    open: (name, attribute) => {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') from1904 = isTrue(attribute('date1904'));
      if (name !== 'sheet') return;
      const relation = relations.get(attribute('id') ?? '');
      if (relation?.type !== 'worksheet') return;
      const part = parts.get(resolved(folder, relation.target));
      if (!part) throw new UnreadableFile('broken');
      sheets.push({ name: attribute('name') ?? '', hidden: (attribute('state') ?? 'visible') !== 'visible', part });
    },
  });
  if (!isWorkbook) throw new UnreadableFile('notXlsx');
  return { sheets, from1904, strings: stringsOf(partOf('sharedStrings')), styles: stylesOf(partOf('styles')) };
}
