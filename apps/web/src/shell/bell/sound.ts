import { readSetting, writeSetting } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

const settingKey = 'bell.sound';

/** Whether new to-dos make a sound; off unless turned on. */
export const soundOn = createStore(readSetting(settingKey) === '1');

export function setSound(on: boolean): void {
  writeSetting(settingKey, on ? '1' : null);
  soundOn.set(on);
  if (on) chime();
}

/** Two soft tones. Browsers keep a page silent until it was used; then nothing is heard, and nothing fails. */
export function chime(): void {
  try {
    const audio = new AudioContext();
    const volume = audio.createGain();
    volume.connect(audio.destination);
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.5);
    for (const [at, hertz] of [
      [0, 659],
      [0.12, 880],
    ] as const) {
      const tone = audio.createOscillator();
      tone.frequency.value = hertz;
      tone.connect(volume);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.35);
    }
    setTimeout(() => void audio.close(), 1_000);
  } catch {
    // A browser without sound stays silent.
  }
}
