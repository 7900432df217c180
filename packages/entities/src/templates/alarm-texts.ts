import type { Text } from '@wheelhouse/contract';

/** The highest D:AlarmLevel. Owners are called about alarms of this level only. */
export const criticalLevel = 4;

export const callRefusal: Text = { zh: '仅紧急报警可用语音电话', en: 'Calls are for critical alarms only' };

/** A message to an owner about an alarm; `${…}` places are filled per alarm. */
interface AlarmTemplate {
  readonly id: string;
  readonly name: Text;
  readonly title: Text;
  readonly body: Text;
}

const template = (id: string, name: Text, title: Text, body: Text): AlarmTemplate => ({ id, name, title, body });

// prettier-ignore
export const alarmTemplates: readonly AlarmTemplate[] = [
  template('ALM_DEFAULT', { zh: '通用报警', en: 'General alarm' },
    { zh: '${alarmName}', en: '${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}发生${alarmName}，请及时查看。', en: 'Your ${vehicleName} (…${vin6}) reported at ${time}: ${alarmName}. Please have a look.' }),
  template('ALM_SECURITY', { zh: '安防报警', en: 'Security' },
    { zh: '车辆安防提醒：${alarmName}', en: 'Security: ${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}在${address}触发${alarmName}。如非本人操作，请尽快查看车辆。', en: 'Your ${vehicleName} (…${vin6}) reported ${alarmName} at ${time} in ${address}. If this was not you, check on it soon.' }),
  template('ALM_BATTERY', { zh: '电池安全', en: 'Battery safety' },
    { zh: '电池安全提醒：${alarmName}', en: 'Battery safety: ${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）电池于${time}出现${alarmName}，请立即停止充电和骑行并远离车辆，必要时拨打119。', en: 'The battery of your ${vehicleName} (…${vin6}) reported ${alarmName} at ${time}. Stop charging and riding, keep away from it, and call the fire service if needed.' }),
  template('ALM_LOW_CHARGE', { zh: '电量低', en: 'Low charge' },
    { zh: '电量不足', en: 'Low charge' },
    { zh: '您的${vehicleName}（尾号${vin6}）剩余电量${soc}%，请及时充电。', en: 'Your ${vehicleName} (…${vin6}) has ${soc}% left. Please charge it.' }),
  template('ALM_CRASH', { zh: '碰撞关怀', en: 'Crash' },
    { zh: '检测到碰撞', en: 'A crash was detected' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}在${address}检测到碰撞。您是否需要帮助？客服电话${servicePhone}。', en: 'Your ${vehicleName} (…${vin6}) detected a crash at ${time} in ${address}. Do you need help? Call ${servicePhone}.' }),
  template('ALM_FAULT', { zh: '故障与维修', en: 'Fault and repair' },
    { zh: '车辆故障提醒：${alarmName}', en: 'Vehicle fault: ${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}出现${alarmName}，建议联系服务网点检修，客服电话${servicePhone}。', en: 'Your ${vehicleName} (…${vin6}) reported ${alarmName} at ${time}. Please have it checked by your dealer, or call ${servicePhone}.' }),
  template('ALM_CONTACT', { zh: '请联系客服', en: 'Please call us' },
    { zh: '请联系客服确认车辆情况', en: 'Please call customer service' },
    { zh: '关于您的${vehicleName}（尾号${vin6}）${time}的${alarmName}，我们需要与您确认情况，请拨打${servicePhone}。', en: 'We would like to speak to you about ${alarmName} of your ${vehicleName} (…${vin6}) at ${time}. Please call ${servicePhone}.' }),
];

const templateById = new Map(alarmTemplates.map((one) => [one.id, one]));
export const alarmTemplate = (id: string): AlarmTemplate | undefined => templateById.get(id);
