import type { Qa } from './qa-data.ts';
import { startQa } from './qa-start.ts';
import { vehicleQa } from './qa-vehicles.ts';

// prettier-ignore
const serviceQa: readonly Qa[] = [
  { category: '3', route: 'dealerManage', question: { zh: '经销商合同快到期了会发生什么？', en: 'What happens when a dealer’s contract runs out?' }, answer: {
    zh: '<p>到期前30天合同日期会以黄色显示。到期当晚系统自动把经销商转为「暂停」：APP不再展示、不再派单，其账号无法登录。续签后修改合同结束日期并点击<strong>恢复合作</strong>。</p>',
    en: '<p>Thirty days before the end the date turns yellow. On the night it ends the dealer becomes “suspended”: hidden in the app, no new orders, accounts locked. After renewal enter the new end date and press <strong>Resume</strong>.</p>' } },
  { category: '3', route: 'dealerManage', question: { zh: '终止经销商前要做哪些准备？', en: 'What is needed before ending a dealer?' }, answer: {
    zh: '<p>两件事：库存车辆用<strong>转移库存</strong>转到其他经销商，未完成的报修单办结或改派。否则终止会被拒绝。终止后如重新合作，需以新合同<strong>重新合作</strong>。</p>',
    en: '<p>Move its stock to another dealer by <strong>Transfer stock</strong>, and finish or reassign its open repair orders; otherwise it is refused. To work together again later, reopen it under a new contract.</p>' } },
  { category: '3', route: 'appuserManager', question: { zh: '车主换了手机号，收不到验证码怎么办？', en: 'An owner has a new mobile number and receives no codes. What now?' }, answer: {
    zh: '<p>在<strong>APP用户</strong>详情点击<strong>更换手机号</strong>：核验身份（双向短信，或证件与购车凭证），填写核验方式和原因。更换后旧号码的登录全部失效，车辆绑定不变。</p>',
    en: '<p>Open the user under <strong>App users</strong> and press <strong>Change mobile</strong>: verify the person (SMS to both numbers, or ID and invoice), enter how and why. All sign-ins of the old number end; vehicles stay bound.</p>' } },
  { category: '3', route: 'appuserManager', question: { zh: '冻结用户会影响骑行吗？', en: 'Can a frozen user still ride?' }, answer: {
    zh: '<p>能骑。冻结只结束APP登录并关闭远程控车，钥匙、NFC和已配对的蓝牙仍可启动车辆。到期自动解冻；未填到期时间则需手动解冻。</p>',
    en: '<p>Yes. Freezing ends app sign-ins and remote control; key, NFC card and paired Bluetooth still start the vehicle. It ends by itself on the given date, or by hand.</p>' } },
  { category: '4', route: 'vehicleImage', question: { zh: 'APP里的车辆图片多久更新？', en: 'How soon does the app show a new vehicle image?' }, answer: {
    zh: '<p>保存后图片版本号加一，用户下次打开APP时自动换新，无需发版。首页图请用1125×900透明png，列表图690×460。</p>',
    en: '<p>Saving raises the image version; the app fetches it the next time it is opened, without a release. Use transparent png: 1125×900 for the home page, 690×460 for lists.</p>' } },
  { category: '4', route: 'vehicleModelManage', question: { zh: '怎样查看车型在APP上的样子？', en: 'How do I see a model as the app shows it?' }, answer: {
    zh: '<p>在<strong>车型管理</strong>的行操作中点击<strong>预览</strong>：手机框内可切换颜色，查看启动方式和支持功能。草稿车型也能预览，用户看不到。</p>',
    en: '<p>Press <strong>Preview</strong> on a row of <strong>Vehicle models</strong>: a phone frame with its colours, start-up modes and features. Drafts can be previewed too; users do not see them.</p>' } },
];

/** Questions and answers on this console, in the order shown. */
export const qaList: readonly Qa[] = [...startQa, ...vehicleQa, ...serviceQa].toSorted(
  (a, b) => Number(a.category) - Number(b.category),
);
