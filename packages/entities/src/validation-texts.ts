import type { Text } from '@wheelhouse/contract';

/** Texts of field rules, `{label}` being the field's name. */
export const validationTexts = {
  unknown: { zh: '未知字段', en: 'Unknown field' },
  readonly: { zh: '该字段不可填写', en: 'This field cannot be written' },
  fixed: { zh: '该字段不可修改', en: 'This field cannot be changed' },
  required: { zh: '请填写{label}', en: '{label} cannot be empty' },
  type: { zh: '{label}的类型不正确', en: '{label} cannot be of this type' },
  min: { zh: '{label}不能小于{n}', en: '{label} must be at least {n}' },
  max: { zh: '{label}不能大于{n}', en: '{label} must be at most {n}' },
  minLength: { zh: '{label}至少{n}个字符', en: '{label} must have at least {n} {n|character|characters}' },
  maxLength: { zh: '{label}最多{n}个字符', en: '{label} must have at most {n} {n|character|characters}' },
  minItems: { zh: '{label}至少选{n}项', en: '{label} must have at least {n} {n|item|items}' },
  maxItems: { zh: '{label}最多{n}项', en: '{label} must have at most {n} {n|item|items}' },
  mostRows: {
    zh: '{label}最多{n}行，现有{found}行',
    en: '{label} must have at most {n} {n|row|rows}; there are {found}',
  },
  leastRows: { zh: '{label}至少{n}行', en: '{label} must have at least {n} {n|row|rows}' },
  inRow: { zh: '第{n}行：{text}', en: 'Row {n}: {text}' },
  twice: { zh: '{label}与第{n}行重复', en: '{label} cannot be the same as in row {n}' },
  pattern: { zh: '{label}格式不正确', en: '{label} must have a valid format' },
  date: { zh: '{label}须为YYYY-MM-DD格式的日期', en: '{label} must be a date (YYYY-MM-DD)' },
  instant: { zh: '{label}须为YYYY-MM-DD HH:mm:ss格式的时间', en: '{label} must be a time (YYYY-MM-DD HH:mm:ss)' },
  color: { zh: '{label}须为#RRGGBB格式的色值', en: '{label} must be a colour (#RRGGBB)' },
  future: { zh: '{label}不能晚于今天', en: '{label} cannot be in the future' },
  ahead: { zh: '{label}须晚于当前时间{n}分钟以上', en: '{label} must be more than {n} {n|minute|minutes} from now' },
  step: { zh: '{label}须为整{n}分钟', en: '{label} must be in steps of {n} {n|minute|minutes}' },
  decimals: { zh: '{label}最多{n}位小数', en: '{label} must have at most {n} decimal places' },
  dict: { zh: '{label}不是可选值', en: '{label} must be one of the options' },
  reference: { zh: '{label}不存在', en: '{label} cannot be found' },
  tree: {
    zh: '{label}不能是自身或其下级，且最多{n}级',
    en: '{label} cannot be itself or below it, and there are at most {n} levels',
  },
  pixels: {
    zh: '{label}须为{width}×{height}像素，所选图片为{found}',
    en: '{label} must be {width} × {height} pixels; the picture is {found}',
  },
  tooLarge: { zh: '{label}不能超过{n}MB', en: '{label} must not be over {n} MB' },
  shape: { zh: '{label}的画面比例须为{shapes}，所选为{found}', en: '{label} must be {shapes}; this one is {found}' },
  video: {
    zh: '{label}不是可识别的MP4视频，或文件不完整',
    en: '{label} must be a whole, readable MP4 video',
  },
  codec: {
    zh: '{label}的视频编码须为H.264，所选为{found}',
    en: '{label} must be encoded as H.264; this one is {found}',
  },
  seconds: {
    zh: '{label}的时长须为{min}–{max}秒，所选为{found}秒',
    en: '{label} must be {min}–{max} s long; this one is {found} s',
  },
  unreadable: { zh: '{label}不是可识别的图片', en: '{label} cannot be read as a picture' },
  unfit: {
    zh: '{label}「{name}」当前为「{state}」，不能选择',
    en: '{label} “{name}” is “{state}” and cannot be chosen',
  },
  rev: { zh: '缺少数据版本号，请刷新后重试', en: 'The revision of the record is missing. Reload and try again.' },
  action: { zh: '没有与所填内容对应的操作', en: 'No action fits this input' },
  file: { zh: '{label}的文件不可用，请重新上传', en: 'The file for {label} cannot be used. Upload it again.' },
  linkHost: {
    zh: '{label}中的链接域名不在白名单：{value}',
    en: '{label} links to a host that is not allowed: {value}',
  },
  foreignMedia: {
    zh: '{label}中的图片和视频须上传后插入，不能引用外部地址：{value}',
    en: 'Upload the images and videos in {label}. They cannot come from another address: {value}',
  },
  area: { zh: '{label}与上级地区不符', en: '{label} must belong to the parent region' },
  subEntry: { zh: '{label}不属于所选的上级分类', en: '{label} must belong to the chosen category' },
  state: { zh: '状态只能通过对应操作修改', en: 'The status can only be changed by its actions' },
  atLeastOne: { zh: '没有可修改的内容', en: 'Nothing to change' },
} as const satisfies Record<string, Text>;
export type ValidationKey = keyof typeof validationTexts;
