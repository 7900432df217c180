import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../src/sheet/check.ts';
import { columnName, escapeText, sheetName, startWorkbook, styles } from '../../src/sheet/write.ts';
import { memorySink, ZipWriter } from '../../src/sheet/zip.ts';
import { archive, readBytes, workbookOf } from './workbook.ts';

const reasonOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableFile ? error.reason : error),
  );

/** A workbook whose sheet is exactly this XML. */
async function withSheet(xml: string, change: (bytes: Buffer) => void = () => undefined): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = new ZipWriter(sink);
  const ns = 'http://schemas.openxmlformats.org';
  await zip.add(
    'xl/workbook.xml',
    `<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${ns}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  );
  await zip.add('xl/worksheets/sheet1.xml', xml);
  await zip.finish();
  const all = bytes();
  change(all);
  return all;
}

const rowsXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

describe('what is written is read back', () => {
  test('any text, exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 40 }),
            fc.string({ maxLength: 40 }),
            fc.constantFrom(
              '=1+1',
              '+7',
              '-2',
              '@SUM(A1)',
              '_x0041_',
              '_x0041_x0042_',
              '\r\n',
              ' a ',
              '<b>&amp;',
              '\ufffe\uffff',
              '\u0001\u0008',
            ),
          ),
          { minLength: 1, maxLength: 60 },
        ),
        async (texts) => {
          const { rows } = await readBytes(
            await workbookOf(
              ['k', 'v'],
              texts.map((text) => ['k', text]),
            ),
          );
          expect(rows.slice(1).map((row) => row.cells[1] ?? '')).toEqual(texts.map((text) => text.toWellFormed()));
        },
      ),
      { numRuns: 8 },
    );
  });

  test('numbers, switches and dates', async () => {
    const values = [
      0,
      -1.5,
      1e15,
      123456789012345,
      0.1,
      true,
      false,
      new Date(Date.UTC(2024, 1, 29)),
      new Date(Date.UTC(1999, 11, 31, 23, 59, 59)),
    ];
    const { rows } = await readBytes(
      await workbookOf(
        ['v'],
        values.map((value) => [value]),
      ),
    );
    const read = rows.slice(1).map((row) => row.cells[0]);
    expect(read.slice(0, 7)).toEqual(values.slice(0, 7));
    expect(read.slice(7).map((date) => Math.round(Number(date) / 1000) * 1000)).toEqual(values.slice(7).map(Number));
  });

  test('row numbers are those of the sheet, empty rows are left out', async () => {
    const { rows, total } = await readBytes(await workbookOf(['v'], [['a'], [null], [' '], ['b']]));
    expect({ total, numbers: rows.map((row) => row.number) }).toEqual({ total: 3, numbers: [1, 2, 5] });
  });

  test('a text longer than a cell is cut, not through a character', () => {
    expect(escapeText('x'.repeat(40_000))).toHaveLength(32_767);
    expect(escapeText(`${'x'.repeat(32_765)}😀 and more`).isWellFormed()).toBe(true);
  });

  test('formulas stay text: never a formula element, and marked as text where they look like one', async () => {
    const { sink, bytes } = memorySink();
    const workbook = await startWorkbook(sink, ['S']);
    const sheet = await workbook.sheet([{ title: '=HYPERLINK("x")' }]);
    await sheet.rows([['=cmd|calc'], ['+1'], ['-1'], ['@x'], ['plain']]);
    await sheet.end();
    await workbook.finish();
    const { rows } = await readBytes(bytes());
    expect(rows.map((row) => row.cells[0])).toEqual(['=HYPERLINK("x")', '=cmd|calc', '+1', '-1', '@x', 'plain']);
    const written = await new Promise<string>((resolve) => {
      let text = '';
      const probe = { write: async (part: string) => void (text += part), end: async () => resolve(text) };
      void import('../../src/sheet/write.ts').then(async ({ SheetWriter }) => {
        const writer = new SheetWriter(probe, [{ title: '' }]);
        await writer.rows([['=cmd|calc'], ['plain']]);
        await writer.end();
      });
    });
    expect(written).toContain(`s="${styles.quoted}" t="inlineStr"`);
    expect(written).not.toContain('<f');
  });

  test('names of columns and sheets', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
    expect([sheetName('a/b:c*?[x]'), sheetName(''), sheetName('长'.repeat(40)).length]).toEqual([
      'a b c   x',
      'Sheet',
      31,
    ]);
  });
});

describe('workbooks of other writers', () => {
  const ns = 'http://schemas.openxmlformats.org';
  const rel = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${ns}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const book = (inside: string) => `<x:workbook xmlns:x="a" xmlns:r="b">${inside}</x:workbook>`;
  const sheets = '<x:sheets><x:sheet name="S" sheetId="1" r:id="rId1"/></x:sheets>';
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="&quot;No. &quot;000-0000"/><numFmt numFmtId="172" formatCode="# ?/8"/><numFmt numFmtId="173" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts>' +
    `<cellXfs>${[0, 170, 171, 172, 173, 14, 4].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
  const read = async (cells: string, more: { readonly inside?: string } = {}) =>
    readBytes(
      await archive({
        '_rels\\.rels': `<Relationships>${rel('r', 'officeDocument', '/XL/Workbook.xml')}</Relationships>`,
        'xl\\WORKBOOK.XML': book(`${more.inside ?? ''}${sheets}`),
        'xl/_rels/workbook.xml.rels': `<Relationships>${rel('rId1', 'worksheet', 'Worksheets/Sheet1.xml')}${rel('rId2', 'styles', '/xl/Styles.xml')}</Relationships>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
        'xl/styles.xml': styles,
      }),
    );

  test('places may be left out, names differ in case and slashes, a style in the last row is nothing', async () => {
    const { rows, total } = await read(
      '<row><c t="inlineStr"><is><t>a</t></is></c><c/><c><v>3</v></c></row><row/><row><c r="B3"><v>1</v></c><c><v>2</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>',
    );
    expect({ total, rows }).toEqual({
      total: 2,
      rows: [
        { number: 1, cells: ['a', null, 3] },
        { number: 3, cells: [null, 1, 2] },
      ],
    });
  });

  test('a cell with something in it is never empty', async () => {
    const { rows } = await read(
      '<row><c><f>12*3</f><v/></c><c t="e"><v>#REF!</v></c><c t="n"><v>12,5</v></c><c t="str"><f>""</f><v></v></c><c t="inlineStr"><is><t><![CDATA[<京>]]></t></is></c><c t="inlineStr"><is><r><t>&#x20BB7;</t></r><r><t>&#134071;_x0041_</t></r><rPh><t>x</t></rPh></is></c></row>',
    );
    expect(rows).toEqual([
      {
        number: 1,
        cells: ['=12*3', '#REF!', '12,5', null, '<京>', '𠮷𠮷A'],
        problems: { 0: 'formula', 1: 'error', 2: 'unread' },
      },
    ]);
  });

  test('of numbers what the sheet shows, where that is not their digits', async () => {
    const of = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const { rows } = await read(
      `<row>${of(1, '123')}${of(2, '10123')}${of(3, '1.5')}${of(6, '1234.5')}${of(0, '7')}</row>`,
    );
    expect(rows[0]).toEqual({
      number: 1,
      cells: [123, 10123, 1.5, 1234.5, 7],
      shown: { 0: '000123', 1: 'No. 001-0123', 2: null, 3: '1,234.50' },
    });
  });

  test.each([
    ['<x:workbookPr date1904="true"/>', 44_634],
    ['<x:workbookPr date1904="1"/>', 44_634],
    ['<x:workbookPr date1904="false"/>', 46_096],
    ['', 46_096],
  ])('days with %s', async (inside, serial) => {
    const cells = [
      `<c s="4"><v>${serial}</v></c>`,
      `<c s="5"><v>${serial}.5</v></c>`,
      '<c t="d"><v>2026-03-15</v></c>',
      '<c t="d" s="5"><v>2026-03-15T12:00:00Z</v></c>',
    ];
    const { rows } = await read(`<row>${cells.join('')}</row>`, { inside });
    const [day, noon] = [new Date(Date.UTC(2026, 2, 15)), new Date(Date.UTC(2026, 2, 15, 12))];
    expect(rows[0]?.cells).toEqual([day, noon, day, noon]);
  });

  test('further sheets are named as far as they have something in them; the first one that is shown is read', async () => {
    const sheet = (text: string) =>
      `<worksheet><sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;
    const bytes = await archive({
      'xl/workbook.xml': book(
        `<sheets>${['hidden', 'visible', 'visible', 'visible'].map((state, n) => `<sheet name="S${n}" state="${state}" r:id="r${n}"/>`).join('')}</sheets>`,
      ),
      'xl/_rels/workbook.xml.rels': `<Relationships>${[0, 1, 2, 3].map((n) => rel(`r${n}`, 'worksheet', `s${n}.xml`)).join('')}</Relationships>`,
      'xl/s0.xml': sheet('list'),
      'xl/s1.xml': sheet('data'),
      'xl/s2.xml': sheet(' '),
      'xl/s3.xml': sheet('more'),
    });
    const { rows, otherSheets } = await readBytes(bytes);
    expect([rows[0]?.cells, otherSheets]).toEqual([['data'], ['S0', 'S3']]);
  });
});

describe('what is refused', () => {
  test('files that are no workbook', async () => {
    const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);
    expect(await reasonOf(readBytes(ole))).toBe('oldXls');
    expect(await reasonOf(readBytes(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')])))).toBe(
      'encrypted',
    );
    for (const bytes of [Buffer.alloc(0), Buffer.from('vin,imei\n1,2\n'), Buffer.from('<html></html>'.repeat(9))])
      expect(await reasonOf(readBytes(bytes))).toBe('notXlsx');
    const { sink, bytes } = memorySink();
    const zip = new ZipWriter(sink);
    await zip.add('word/document.xml', '<w/>');
    await zip.finish();
    expect(await reasonOf(readBytes(bytes()))).toBe('notXlsx');
  });

  test('damaged ones: cut, changed, lying about their sizes', async () => {
    const good = await workbookOf(['a'], [['x'.repeat(500)]]);
    expect(await reasonOf(readBytes(good))).toBe('read');
    expect(await reasonOf(readBytes(good.subarray(0, good.length - 30)))).toBe('broken');
    const at = good.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
    const lie = (offset: number, value: number) => {
      const copy = Buffer.from(good);
      copy.writeUInt32LE(value, at + offset);
      return readBytes(copy);
    };
    expect(await reasonOf(lie(24, 10))).toBe('broken');
    expect(await reasonOf(lie(24, 100_000))).toBe('broken');
    expect(await reasonOf(lie(16, 1))).toBe('broken');
    expect(await reasonOf(lie(24, 0xffffffff))).toBe('broken');
    expect(await reasonOf(lie(42, 0x7fffffff))).toBe('broken');
    const encrypted = Buffer.from(good);
    encrypted.writeUInt16LE(1, at + 8);
    expect(await reasonOf(readBytes(encrypted))).toBe('encrypted');
  });

  test('any change of any byte is read or refused, never worse', async () => {
    const good = await workbookOf(
      ['a', 'b'],
      [
        ['x', 1],
        ['y', 2],
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const copy = Buffer.from(good);
          for (const [at, value] of changes) copy[at] = value;
          expect(['read', 'broken', 'notXlsx', 'oldXls', 'encrypted', 'tooLarge', 'timeout']).toContain(
            await reasonOf(readBytes(copy)),
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  test('bombs: much from little, overlapping or many files', async () => {
    const flat = await withSheet(rowsXml(' '.repeat(70 * 1024 * 1024)));
    expect(flat.length).toBeLessThan(1024 * 1024);
    expect(await reasonOf(readBytes(flat))).toBe('tooLarge');
    expect(await reasonOf(readBytes(await withSheet(rowsXml(' '.repeat(20 * 1024 * 1024)))))).toBe('tooLarge');
    const { sink, bytes } = memorySink();
    const zip = new ZipWriter(sink);
    for (let i = 0; i < 600; i++) await zip.add(`xl/${i}.xml`, '<a/>');
    await zip.finish();
    expect(await reasonOf(readBytes(bytes()))).toBe('tooLarge');
    expect(deflateRawSync(Buffer.alloc(1024)).length).toBeLessThan(20);
  });

  test('bombs: cells far away, whatever way their address is written', async () => {
    const far = [
      '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
      '<row r="99999999"><c r="A99999999"><v>1</v></c></row>',
      '<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>',
      '<row r="1e9"><c r="A1"><v>1</v></c></row>',
      "<row r='1'><c s=\">\" r = '~~~~1'><v>1</v></c></row>",
      '<row r="1"><c t="n"r="&#88;FDXFD1"><v>1</v></c></row>',
    ];
    const reasons = await Promise.all(far.map(async (rows) => reasonOf(readBytes(await withSheet(rowsXml(rows))))));
    expect(reasons).toEqual(['tooLarge', 'broken', 'broken', 'broken', 'broken', 'broken']);
  });

  test('bombs: one long shared text in every cell', async () => {
    const { sink, bytes } = memorySink();
    const zip = new ZipWriter(sink);
    const ns = 'http://schemas.openxmlformats.org';
    await zip.add(
      'xl/workbook.xml',
      `<workbook xmlns:r="${ns}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    );
    await zip.add(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${ns}/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    );
    await zip.add(
      'xl/sharedStrings.xml',
      `<sst><si><t>${Array.from({ length: 30_000 }, (_, i) => i).join('')}</t></si></sst>`,
    );
    await zip.add(
      'xl/worksheets/sheet1.xml',
      rowsXml(
        Array.from({ length: 3000 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`).join(''),
      ),
    );
    await zip.finish();
    expect(await reasonOf(readBytes(bytes()))).toBe('tooLarge');
  });

  test('entities of a document type are not expanded', async () => {
    const xml = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${rowsXml('<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>')}`;
    const read = await readBytes(await withSheet(xml)).then(
      ({ rows }) => String(rows[0]?.cells[0]),
      () => '',
    );
    expect(read).not.toContain('aaaaa');
  });

  test('more columns than an import can have', async () => {
    const wide = await workbookOf(['a'], [['x']]);
    expect(await reasonOf(readBytes(wide, { maxColumns: 1 }))).toBe('read');
    const cells = Array.from({ length: 301 }, (_, i) => `<c r="${columnName(i)}1"><v>1</v></c>`).join('');
    expect(await reasonOf(readBytes(await withSheet(rowsXml(`<row r="1">${cells}</row>`))))).toBe('tooLarge');
  });
});
