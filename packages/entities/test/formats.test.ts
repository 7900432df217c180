import { foldWidth, likeForms } from '@wheelhouse/contract';
import { expect, test } from 'vitest';
import { formats, type FormatName } from '../src/formats.ts';

/** The value as stored, or the refusal. */
const stored = (name: FormatName, text: string) => {
  const found = formats[name].check(text);
  return 'value' in found ? found.value : 'refused';
};

test.each<[FormatName, string, string]>([
  ['mobile', '+86 138 1234 5678', '13812345678'],
  ['mobile', '138-1234-5678', '13812345678'],
  ['mobile', '（+86）138‑1234‑5678', '13812345678'],
  ['mobile', '0086 13812345678', '13812345678'],
  ['mobile', '8613812345678', '13812345678'],
  ['mobile', '\u202a138 1234 5678\u202c', '13812345678'],
  ['servicePhone', '+86 138 1234 5678', '13812345678'],
  ['servicePhone', '4001234567', '400-123-4567'],
  ['servicePhone', '400 123 4567', '400-123-4567'],
  ['servicePhone', '(021) 6789 1234', '021-67891234'],
  ['servicePhone', '+86-21-67891234', '021-67891234'],
  ['servicePhone', '0571 8888 999', '0571-8888999'],
  ['iccid', '8986 0420 1234 5678 9018', '89860420123456789018'],
  ['imei', '86-123405-612345-1', '861234056123451'],
  ['imsi', '460 04 1234567890', '460041234567890'],
  ['msisdn', '+86 10648 12345678', '1064812345678'],
  ['msisdn', '+86 138 1234 5678', '13812345678'],
  ['vin', 'lzx e3c1a9 sa000123', 'LZXE3C1A9SA000123'],
  ['bleMac', 'a4-c1-38-5e-12-9b', 'A4:C1:38:5E:12:9B'],
  ['bleMac', 'A4C1385E129B', 'A4:C1:38:5E:12:9B'],
  ['plateNo', '沪A·12345', '沪A12345'],
  ['uscc', '9131 0115 MA1K 4BRY 2L', '91310115MA1K4BRY2L'],
  ['idNumber', '310101 19900307 1230', '310101199003071230'],
  ['batterySn', '08QPB1LZX25B 2000000 123AB', '08QPB1LZX25B2000000123AB'],
])('%s as it is pasted: %s', (name, text, value) => expect(stored(name, text)).toBe(value));

test.each<[FormatName, string]>([
  ['mobile', '+1 381 234 5678'],
  ['mobile', '138123456789'],
  ['mobile', '13812345678 13912345678'],
  ['mobile', '138_1234_5678'],
  ['servicePhone', '0571-123'],
  ['servicePhone', '21-67891234'],
  ['iccid', '8986 0420 1234'],
])('%s stays refused: %s', (name, text) => expect(stored(name, text)).toBe('refused'));

test('every stored value is its own normal form', () => {
  for (const [name, { example }] of Object.entries(formats)) expect(stored(name as FormatName, example)).toBe(example);
});

test('what is typed in full width is looked for as it is and in plain letters', () => {
  expect(likeForms('ＬＺＸ')).toEqual(['ＬＺＸ', 'LZX']);
  expect(likeForms('%旗舰 店（上海）%')).toEqual(['旗舰店（上海）']);
  expect(foldWidth('１２３（ａ）')).toBe('123（a）');
});
