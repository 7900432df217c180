import { readSetting, writeSetting } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

const settingKey = 'alarm.sound';

/** Whether critical alarms are heard; on unless turned off. */
export const alarmSoundOn = createStore(readSetting(settingKey) !== '0');

export function setAlarmSound(on: boolean): void {
  writeSetting(settingKey, on ? null : '0');
  alarmSoundOn.set(on);
  if (on) alarmTone();
}

/** Three urgent tones. Browsers keep a page silent until it was used; then nothing is heard, and nothing fails. */
export function alarmTone(): void {
  try {
    const audio = new AudioContext();
    const volume = audio.createGain();
    volume.connect(audio.destination);
    volume.gain.setValueAtTime(0.14, audio.currentTime);
    for (const at of [0, 0.28, 0.56]) {
      const tone = audio.createOscillator();
      tone.type = 'square';
      tone.frequency.setValueAtTime(988, audio.currentTime + at);
      tone.frequency.setValueAtTime(784, audio.currentTime + at + 0.1);
      tone.connect(volume);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.2);
    }
    setTimeout(() => void audio.close(), 1_500);
  } catch {
    // A browser without sound stays silent.
  }
}
