import type { Qa } from './qa-data.ts';

// prettier-ignore
export const vehicleQa: readonly Qa[] = [
  { category: '2', route: 'vehicleManage', question: { zh: '如何批量导入车辆？', en: 'How do I import vehicles?' }, answer: {
    zh: '<ol><li>进入<strong>车辆管理</strong>，点击<strong>导入</strong>，下载模板；</li><li>每行一辆车：电动自行车填15位整车编码，轻便摩托车和摩托车填17位VIN；车型填编码，日期格式为2026-01-31；</li><li>上传后系统逐行检查，正确的行立即保存，有问题的行连同失败原因生成文件供下载，改好后只需再传这一份。</li></ol><p>一次最多5,000行。</p>',
    en: '<ol><li>Open <strong>Vehicles</strong>, press <strong>Import</strong> and download the template;</li><li>one vehicle a row: 15-digit frame number for electric bicycles, 17-character VIN for mopeds and motorcycles; models by code, dates like 2026-01-31;</li><li>after the upload every row is checked: good rows are saved, the others come back as a file with the reason beside each. Correct that file and send it again.</li></ol><p>Up to 5,000 rows at a time.</p>' } },
  { category: '2', route: 'vehicleManage', question: { zh: '提示「VIN校验位错误」，但车架上就是这个号，怎么办？', en: 'The VIN check digit is refused, but it is what the frame says' }, answer: {
    zh: '<p>VIN第9位由其余16位计算得出。提示中给出了应有的校验位，先核对是否把0/O、1/I、8/B看错（VIN中不会出现字母I、O、Q）。若实物确实刻错，请联系质量部门，不要改成别的号录入。</p>',
    en: '<p>Position 9 of a VIN follows from the other 16. The message states the correct character: check for 0/O, 1/I, 8/B first (a VIN never holds I, O or Q). If the frame itself is engraved wrongly, inform the quality department rather than entering another number.</p>' } },
  { category: '2', route: 'vehicleManage', question: { zh: '「在线」是怎么判断的？', en: 'When does a vehicle count as online?' }, answer: {
    zh: '<p>平台在车型规定的「离线判定秒数」（默认600秒）内收到过数据，车辆即为在线。停放的车每5分钟上报一次，骑行中每5秒一次。地下车库没有信号时会显示离线，这通常不是故障；详情页的「数据时效」变红表示看到的是较早的状态。</p>',
    en: '<p>A vehicle is online while something was received from it within its model’s offline time (600 s by default). Parked vehicles report every 5 minutes, riding ones every 5 seconds. An underground garage without signal shows as offline, which is usually no fault; when the data age turns red, the status shown is out of date.</p>' } },
  { category: '2', route: 'vehicleManage', question: { zh: '激活和绑定有什么区别？', en: 'What is the difference between activation and binding?' }, answer: {
    zh: '<p><strong>激活</strong>表示车辆首次投入使用，质保从这一天起算，通常在车主第一次用APP绑定时自动完成。<strong>绑定</strong>表示当前车主是谁，可以解除和转移；解绑后车辆仍是已激活，质保不受影响。</p>',
    en: '<p><strong>Activation</strong> is the first use of a vehicle: warranties start then. It normally happens when the first owner binds it in the app. <strong>Binding</strong> says who the current owner is and can be ended or transferred; the vehicle stays activated and its warranty runs on.</p>' } },
  { category: '2', route: 'vehicleManage', question: { zh: '中控坏了换新，平台上要怎么操作？', en: 'The control unit was replaced. What do I do in the console?' }, answer: {
    zh: '<p>在车辆行或详情页选择<strong>更换中控</strong>，填写新的中控序列号、IMEI、ICCID和蓝牙MAC以及原因。系统会生成换件记录、把旧SIM卡退回库存，并要求为新设备重置密钥。不要直接修改IMEI：该字段添加后不可编辑。</p>',
    en: '<p>Choose <strong>Replace ECU</strong> on the vehicle and enter the new serial, IMEI, ICCID and Bluetooth MAC with the reason. A replacement record is written, the old SIM goes back to stock, and the new device needs its secret reset. The IMEI cannot be edited directly.</p>' } },
  { category: '2', route: 'vehicleManage', question: { zh: '停运和强制解绑应在什么情况下使用？', en: 'When do I stop a vehicle, and when force an unbinding?' }, answer: {
    zh: '<p><strong>停运</strong>用于欠费、召回、质量问题等：车主仍是车主，但不能远程控车，处理完可恢复。<strong>强制解绑</strong>解除车主关系，须填写原因并留存材料；车辆有未结的被盗案件时系统会拒绝。二手过户优先走<strong>解绑管理</strong>的申请和公示流程。</p>',
    en: '<p><strong>Stop</strong> is for arrears, recalls and quality issues: the owner stays, remote control is off, and it can be resumed. <strong>Force unbind</strong> ends the ownership and needs a reason and proof; it is refused while a stolen case is open. For second-hand sales use <strong>Unbind applications</strong> with their notice period.</p>' } },
  { category: '2', route: 'vehicleModelManage', question: { zh: '新车型为什么不能上架？', en: 'Why can my new model not go on shelf?' }, answer: {
    zh: '<p>上架前必须有列表图，并且车型的每种颜色至少有一张<strong>车辆图片</strong>。提示会指出缺少哪种颜色。另外请核对最高车速不超过该类别的上限：电动自行车25、轻便摩托车50 km/h。</p>',
    en: '<p>A model needs its list image and at least one <strong>vehicle image</strong> for each of its colours; the message names the missing colour. Also check the top speed against its class: 25 km/h for electric bicycles, 50 km/h for mopeds.</p>' } },
  { category: '2', route: 'batteryManage', question: { zh: '电池健康度低于80%时怎么处理？', en: 'What if battery health falls below 80%?' }, answer: {
    zh: '<p>质保期内低于80%会出现<strong>质保提示</strong>，低于70%建议更换。请让经销商检测后在<strong>电池管理</strong>中拆下旧电池、装上新电池，原因选「质保更换」；两块电池的循环次数和健康度会记入历史电池。</p>',
    en: '<p>Below 80% within warranty a battery is marked <strong>warranty</strong>, below 70% replacement is advised. Have the dealer test it, then remove the old and install the new one under <strong>Batteries</strong> with the reason “Warranty”; cycles and health of both go into the battery history.</p>' } },
  { category: '2', route: 'batteryManage', question: { zh: '为什么电池装不上车？', en: 'Why is a battery refused on installing?' }, answer: {
    zh: '<ul><li>电池类型与车型不一致；</li><li>电池仍在另一辆车上，须先拆下；</li><li>该仓位已有电池；</li><li>电池已报废，报废后不能再用。</li></ul>',
    en: '<ul><li>Its type differs from the model’s;</li><li>it is still in another vehicle: remove it there first;</li><li>the slot is taken;</li><li>it has been scrapped, which is final.</li></ul>' } },
  { category: '2', route: 'historytrace', question: { zh: '谁可以查看车辆轨迹？', en: 'Who may view a vehicle’s trace?' }, answer: {
    zh: '<p>只有拥有轨迹权限的人员，并且每次查看要选择原因：车主授权、被盗处置、故障分析或司法协助。查看会写入敏感访问日志。没有位置权限时，地图只显示到区县中心。</p>',
    en: '<p>Only people with the trace right, and each time with a reason: owner’s consent, theft, fault analysis or legal request. Every look is logged. Without the location right the map shows the middle of the district only.</p>' } },
];
