import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const menuTexts = {
  tree: { zh: '功能树', en: 'Function tree' },
  search: { zh: '搜索名称或编码', en: 'Search name or code' },
  addTop: { zh: '新增顶级', en: 'Add top-level node' },
  addBelow: { zh: '新增下级', en: 'Add child node' },
  choose: { zh: '请从左侧选择一个节点', en: 'Choose a node on the left' },
  chooseHint: {
    zh: '拖动节点改变位置；也可聚焦节点后按Alt + ↑ / ↓。',
    en: 'Drag a node to move it, or focus it and press Alt + ↑ / ↓.',
  },
  none: { zh: '没有匹配的节点', en: 'No matching nodes' },
  newNode: { zh: '新增节点', en: 'Add node' },
  below: { zh: '在「{name}」下', en: 'Under “{name}”' },
  builtIn: { zh: '内置', en: 'Built in' },
  builtInHint: {
    zh: '随版本发布的节点：编码、路径不可修改，不可删除。',
    en: 'Shipped with the release: code and URL cannot be changed, and the node cannot be deleted.',
  },
  hidden: { zh: '隐藏', en: 'hidden' },
  off: { zh: '停用', en: 'off' },
  deleteQuestion: {
    zh: '确定删除「{name}」（{code}）吗？删除后不可恢复。',
    en: 'Delete “{name}” ({code})? This cannot be undone.',
  },
  moved: { zh: '已移动「{name}」', en: '“{name}” moved' },
  unknownRoute: {
    zh: '当前版本没有该路径，菜单中不会显示',
    en: 'This release has no such page. It is not shown in the menu',
  },
  top: { zh: '（顶级）', en: '(top)' },
  unsaved: { zh: '内容未保存，确定离开吗？', en: 'Your changes are not saved. Leave anyway?' },
  url: { zh: '路径或接口', en: 'URL' },
  urlHelp: {
    zh: '页面：路由路径；按钮与数据权限：以 ; 分隔的接口路径',
    en: 'Page: route path. Button or data right: API paths separated by ;',
  },
  codeHelp: {
    zh: '字母开头，最多一个点，如vehicleManage.stop',
    en: 'Starts with a letter, at most one dot, e.g. vehicleManage.stop',
  },
  visible: { zh: '隐藏', en: 'Hidden' },
  cached: { zh: '缓存', en: 'Keep alive' },
  staffOnly: { zh: '仅内部', en: 'Staff only' },
  staffOnlyHelp: { zh: '不可授予经销商角色', en: 'Cannot be granted to dealer roles' },
  parent: { zh: '上级', en: 'Parent' },
  type: { zh: '类型', en: 'Type' },
  typeHelp: { zh: '新增后不可修改', en: 'Cannot be changed after adding' },
  code: { zh: '编码', en: 'Code' },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'Name (English)' },
  icon: { zh: '图标', en: 'Icon' },
  sort: { zh: '排序', en: 'Order' },
  noIcon: { zh: '无图标', en: 'No icon' },
} as const satisfies Texts;

export const useMenuTexts = (): Translate<typeof menuTexts> => useTexts(menuTexts);
