import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { expect, test } from 'vitest';
import {
  additions,
  complaints,
  disputes,
  ends,
  faults,
  greetings,
  questions,
  remarks,
  reports,
  thanks,
  wishEnds,
  wishes,
} from '../src/owners/words.ts';

test('there is a variety of texts, and each is one that the platform takes', () => {
  const texts = reports.map(([, text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThanOrEqual(40);
  const known = dictionaries.find(({ category }) => category === 'LargeProblemClassification')?.entries ?? [];
  for (const [category, text] of reports) {
    expect(known.map(({ code }) => code)).toContain(category);
    expect(known.map(({ code }) => code)).toContain(category.slice(0, 3));
    expect(text.length).toBeGreaterThanOrEqual(10);
  }
  for (const [faultSub, text] of faults) {
    expect(known.map(({ code }) => code)).toContain(faultSub);
    expect(faultSub).toMatch(/^P\d{4}$/);
    expect(text.length).toBeGreaterThanOrEqual(10);
  }
  const longest = (list: readonly string[]): number => Math.max(...list.map(({ length }) => length));
  expect(longest(greetings) + longest(texts) + longest([...ends, ...wishEnds])).toBeLessThanOrEqual(500);
  const categories = dictionaries.find(({ category }) => category === 'WishCategory')?.entries ?? [];
  for (const [category, text] of wishes) {
    expect(categories.map(({ code }) => code)).toContain(category);
    expect(text.length).toBeGreaterThanOrEqual(5);
    expect(text.length).toBeLessThanOrEqual(140);
  }
  for (const text of [...additions, ...questions]) expect(text.length).toBeGreaterThanOrEqual(2);
  for (const text of [...complaints, ...thanks, ...disputes, ...remarks]) expect(text.length).toBeLessThanOrEqual(200);
});
