import type { Text } from '@wheelhouse/contract';
import type { Unreadable } from '../../sheet/check.ts';

/** What an import answers to people, `{label}` being the column's name. */
export const importTexts = {
  reason: { zh: '失败原因', en: 'Reason' },
  guide: { zh: '填写说明', en: 'Guide' },
  noFile: { zh: '请选择要导入的xlsx文件', en: 'Choose an .xlsx file to import' },
  noRows: { zh: '文件中没有数据行', en: 'The file has no data rows' },
  missingColumn: { zh: '缺少列「{label}」', en: 'Column “{label}” is missing' },
  unknownColumn: { zh: '无法识别的列「{label}」', en: 'Unknown column “{label}”' },
  doubleColumn: { zh: '列「{label}」重复', en: 'Column “{label}” occurs twice' },
  digitsLost: {
    zh: '{label}以数字格式填写，部分位数已丢失，请将单元格设为文本后重新填写',
    en: '{label}: entered as a number, so that digits are lost. Format the cell as text and enter it again',
  },
  numberFormat: {
    zh: '{label}的数字格式无法识别，请将单元格设为文本后重新填写',
    en: '{label}: the number format is not understood. Format the cell as text and enter it again',
  },
  formulaProblem: {
    zh: '{label}（单元格{cell}）的公式没有结果，请在表格软件中打开并保存，或直接填写值',
    en: '{label} (cell {cell}): the formula has no result. Open and save the file in a spreadsheet program, or enter the value',
  },
  errorProblem: { zh: '{label}（单元格{cell}）是错误值{value}', en: '{label} (cell {cell}) is the error {value}' },
  unreadProblem: {
    zh: '{label}（单元格{cell}）的内容无法识别：{value}',
    en: '{label} (cell {cell}): the content is not understood: {value}',
  },
  number: { zh: '{label}须为数字', en: '{label} must be a number' },
  flag: { zh: '{label}须填「是」或「否」', en: '{label} must be Yes or No' },
  choice: { zh: '{label}「{value}」不是可选值', en: '{label}: “{value}” is not a valid option' },
  ambiguous: {
    zh: '{label}「{value}」对应多条数据，请填写编码',
    en: '{label}: “{value}” matches several records, use the code',
  },
  notFound: { zh: '{label}「{value}」不存在或不可选', en: '{label}: “{value}” does not exist or cannot be selected' },
  duplicate: { zh: '{label}与第{n}行重复', en: '{label} cannot be the same as in row {n}' },
  tooLong: { zh: '{label}内容过长', en: '{label} must be shorter' },
  refused: { zh: '数据不符合保存条件', en: 'The data cannot be saved' },
} as const satisfies Record<string, Text>;

export const unreadableTexts: Readonly<Record<Unreadable, Text>> = {
  notXlsx: { zh: '不是xlsx文件', en: 'Not an .xlsx file' },
  oldXls: { zh: '不支持旧版xls文件，请另存为xlsx', en: 'Old .xls files are not supported. Save the file as .xlsx' },
  encrypted: { zh: '文件已加密，请取消密码后再导入', en: 'The file is encrypted. Remove the password first' },
  broken: { zh: '文件已损坏，无法读取', en: 'The file is damaged and cannot be read' },
  tooLarge: {
    zh: '文件内容过大，请删除多余的行、列后再导入',
    en: 'The content is too large. Remove unneeded rows and columns',
  },
  timeout: { zh: '文件读取超时', en: 'Reading the file took too long' },
};

/** Texts of the template's guide. */
export const guideTexts = {
  fileName: { zh: '{entity}导入模板.xlsx', en: '{entity} import template.xlsx' },
  column: { zh: '列', en: 'Column' },
  required: { zh: '是否必填', en: 'Required' },
  format: { zh: '填写格式', en: 'Format' },
  example: { zh: '示例', en: 'Example' },
  values: { zh: '可选值', en: 'Allowed values' },
  help: { zh: '备注', en: 'Note' },
  yes: { zh: '必填', en: 'Yes' },
  sometimes: { zh: '视情况', en: 'Conditional' },
  no: { zh: '选填', en: 'No' },
  text: { zh: '文本', en: 'Text' },
  upTo: { zh: '文本，最多{n}个字符', en: 'Text, up to {n} {n|character|characters}' },
  int: { zh: '整数', en: 'Integer' },
  decimal: { zh: '数字，最多{n}位小数', en: 'Number, up to {n} decimal places' },
  money: { zh: '金额（元），最多2位小数', en: 'Amount in CNY, up to 2 decimal places' },
  range: { zh: '{text}，{min}～{max}', en: '{text}, {min} to {max}' },
  date: { zh: '日期，如2026-03-15', en: 'Date, e.g. 2026-03-15' },
  instant: { zh: '时间，如2026-03-15 08:30:00', en: 'Time, e.g. 2026-03-15 08:30:00' },
  choose: { zh: '填写可选值的名称或编码', en: 'Name or code of an allowed value' },
  chooseMany: {
    zh: '填写可选值的名称或编码，多个用「、」分隔',
    en: 'Names or codes of allowed values, separated by commas',
  },
  ref: { zh: '已有{entity}的{keys}', en: '{keys} of an existing {entity}' },
  refMany: {
    zh: '已有{entity}的{keys}，多个用「、」分隔',
    en: '{keys} of existing {entity} records, separated by commas',
  },
  area: { zh: '地区名称或6位行政区划代码', en: 'Name or 6-digit code of the region' },
  tags: { zh: '文本，多个用「、」分隔', en: 'Texts, separated by commas' },
  flag: { zh: '是 或 否', en: 'Yes or No' },
  color: { zh: '色值，如#2F54EB', en: 'Colour, e.g. #2F54EB' },
  or: { zh: '或', en: ' or ' },
} as const satisfies Record<string, Text>;
