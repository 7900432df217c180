/** What other modules may use of sounds: length, channels and rate of an mp3 or wav. */
export { type AudioFacts, probeAudio } from './audio.ts';
