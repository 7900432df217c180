import type { Qa } from './qa-data.ts';

/** First steps and the system itself. */
// prettier-ignore
export const startQa: readonly Qa[] = [
  { category: '1', route: 'dashboard', question: { zh: '第一次登录后先做什么？', en: 'What should I do after my first sign-in?' }, answer: {
    zh: '<ol><li>按提示修改初始密码；</li><li>在右上角<strong>个人资料</strong>补全手机号和邮箱，以便找回密码；</li><li>到首页查看与你有关的待办数量，点击数字即可进入对应列表。</li></ol>',
    en: '<ol><li>Change the initial password when asked;</li><li>complete your mobile and e-mail under <strong>My profile</strong> at the top right, so that you can recover your password;</li><li>check the to-do counts on the dashboard: each number opens its list.</li></ol>' } },
  { category: '1', route: null, question: { zh: '菜单里看不到同事说的页面，怎么办？', en: 'A colleague mentions a page I do not see in the menu. Why?' }, answer: {
    zh: '<p>菜单按你的角色显示。请把页面名称告诉系统管理员，由他在<strong>角色权限</strong>中勾选对应功能。授权后重新打开页面即可，无需重新登录。</p>',
    en: '<p>The menu follows your roles. Tell the system administrator the name of the page, who grants it under <strong>Roles & rights</strong>. Open the page again afterwards; no new sign-in is needed.</p>' } },
  { category: '1', route: null, question: { zh: '列表的筛选条件能发给同事吗？', en: 'Can I send a filtered list to a colleague?' }, answer: {
    zh: '<p>可以。筛选、排序和页码都在地址栏里，复制网址发给同事，对方打开后看到同样的条件；数据仍按对方自己的权限范围显示。</p>',
    en: '<p>Yes. Filters, order and page are part of the address: copy the link. Your colleague sees the same conditions, with the data of their own scope.</p>' } },
  { category: '1', route: null, question: { zh: '怎样切换中英文和深色模式？', en: 'How do I switch language or dark mode?' }, answer: {
    zh: '<p>点击右上角的语言图标切换中文/English，页面不会刷新，未保存的表单也会保留。主题颜色和深色模式在旁边的调色板里。</p>',
    en: '<p>The language icon at the top right switches between Chinese and English without reloading; unsaved forms stay as they are. Colour and dark mode are in the palette next to it.</p>' } },
  { category: '1', route: null, question: { zh: '导出的文件最多多少行？手机号为什么带星号？', en: 'How many rows can I export, and why are mobiles starred?' }, answer: {
    zh: '<p>导出包含符合当前筛选条件的全部数据，不只是当前页；每个页面的上限写在导出按钮的说明里（多数为50,000行）。手机号、姓名等个人信息默认脱敏，确有需要时须拥有<strong>隐私导出</strong>权限并填写原因，文件会带有操作人和时间水印。</p>',
    en: '<p>An export holds everything that matches the filters, not just the page you see; each page has a limit (mostly 50,000 rows). Personal data is masked. With the <strong>privacy export</strong> right, raw values can be exported with a reason; the file is then watermarked with the name and the time.</p>' } },
  { category: '5', route: 'roleRightsManage', question: { zh: '数据范围（全部、本组织、指定区域、本经销商、仅本人）是什么意思？', en: 'What do the data scopes mean?' }, answer: {
    zh: '<p>角色决定「能做什么」，数据范围决定「能看到哪些行」：</p><ul><li><strong>全部</strong>：不限制；</li><li><strong>本组织及以下</strong>：由本组织或下级组织负责的经销商及其车辆；</li><li><strong>指定区域</strong>：所选城市的经销商和车辆；</li><li><strong>本经销商</strong>：经销商账号固定为此项；</li><li><strong>仅本人</strong>：自己创建的记录。</li></ul><p>一个人有多个角色时，范围取并集。列表、详情、导出和统计都按同一范围计算。</p>',
    en: '<p>A role says what you may do, its scope which rows you see:</p><ul><li><strong>All</strong>: no limit;</li><li><strong>Own organization and below</strong>: dealers in charge of it, and their vehicles;</li><li><strong>Regions</strong>: dealers and vehicles of the chosen cities;</li><li><strong>Own dealer</strong>: always so for dealer accounts;</li><li><strong>Own records</strong>: what you created.</li></ul><p>Several roles add up. Lists, details, exports and statistics all use the same scope.</p>' } },
  { category: '5', route: 'operatorManage', question: { zh: '账号被锁定了怎么解锁？', en: 'How do I unlock a locked account?' }, answer: {
    zh: '<p>15分钟内连续输错5次密码，账号会锁定15分钟，到时自动解锁。着急时请管理员在<strong>操作员管理</strong>中重置密码，锁定随即解除，所有旧会话同时失效。</p>',
    en: '<p>Five wrong passwords within 15 minutes lock an account for 15 minutes; it unlocks by itself. In a hurry, an administrator resets the password under <strong>Operators</strong>: that unlocks at once and ends all old sessions.</p>' } },
  { category: '5', route: 'operatorManage', question: { zh: '员工离职时应如何处理他的账号？', en: 'What should I do with the account of a colleague who leaves?' }, answer: {
    zh: '<p>在<strong>操作员管理</strong>中停用账号，不要删除：停用后立即下线，而他以前的操作记录仍能查到姓名。账号可以填写有效期，到期自动停用。</p>',
    en: '<p>Disable it under <strong>Operators</strong>, do not delete it: the user is signed out at once, and the operation log keeps the name. Accounts can also have an expiry date.</p>' } },
  { category: '5', route: 'dictionary', question: { zh: '下拉选项（如停运原因、车身颜色）在哪里维护？', en: 'Where do I maintain options such as stop reasons or colours?' }, answer: {
    zh: '<p>在<strong>数据字典</strong>。标记为「业务」的分类可以新增、改名和停用选项；系统分类只能改显示名称，因为程序和设备协议依赖它们的编码。停用的选项不再出现在新表单里，但历史数据仍显示其名称。</p>',
    en: '<p>Under <strong>Dictionary</strong>. Business categories may be extended, renamed and disabled; of built-in ones only the names can be changed, since programs and devices rely on their codes. A disabled option disappears from new forms but old records still show its name.</p>' } },
  { category: '5', route: null, question: { zh: '保存时提示「数据已被他人修改」是什么意思？', en: 'What does “Changed by someone else” mean when I save?' }, answer: {
    zh: '<p>你打开表单之后，另一位同事保存了同一条记录。为避免互相覆盖，系统拒绝了你的保存。点击提示中的<strong>查看最新</strong>，核对差异后再提交即可，你填写的内容不会丢失。</p>',
    en: '<p>After you opened the form, a colleague saved the same record. To keep you from overwriting each other, your save was refused. Load the latest version from the message, compare and submit again; what you entered is kept.</p>' } },
];
