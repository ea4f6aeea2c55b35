import { describe, expect, it } from '@jest/globals';
import { rankApplications } from '../../services/registrations/review-ranking.ts';
import { isIdentifying } from '../../services/registrations/rules.ts';
import { normals, uniforms } from '../../shared/base/fair/random.ts';

const review = (team: string, judge: string, value: number) => ({ team, judge, value });

describe('The scores of applications', () => {
  it('are as given where each has one review, which tells nothing of reviewers', () => {
    const ranked = rankApplications([review('ada', 'olga', 5), review('bob', 'oskar', 2)]);
    expect(ranked).toEqual({
      scores: [
        { id: 'ada', score: 5 },
        { id: 'bob', score: 2 },
      ],
      effects: {},
      connected: false,
      pairsRight: null,
    });
  });

  it('come from reviewers of different strictness as if one had given them all', () => {
    const applications = Array.from({ length: 40 }, (_, index) => ({ id: `a${index}`, worth: 2 + (index % 9) / 4 }));
    const strict = ['strict', 'usual', 'generous'].map((id, index) => ({ id, more: index - 1 }));
    const reviews = applications.flatMap(({ id, worth }, index) =>
      strict.filter((_, n) => n !== index % 3).map((judge) => review(id, judge.id, worth + judge.more)),
    );
    const { scores, effects, connected, pairsRight } = rankApplications(reviews);
    expect(effects).toEqual({ strict: -1, usual: 0, generous: 1 });
    expect(scores.map(({ score }) => score)).toEqual(
      scores.map(({ id }) => applications.find((each) => each.id === id)?.worth),
    );
    expect([connected, pairsRight]).toEqual([true, 1]);
  });

  it('say how many pairs are in the right order about as it is', () => {
    const [normal, random] = [normals(3), uniforms(4)];
    const worth = Array.from({ length: 300 }, (_, index) => ({ id: `a${index}`, worth: normal() }));
    const judges = Array.from({ length: 6 }, (_, index) => ({ id: `j${index}`, more: normal() * 0.8 }));
    const reviews = worth.flatMap((one) =>
      judges
        .toSorted(() => random() - 0.5)
        .slice(0, 3)
        .map((judge) => review(one.id, judge.id, one.worth + judge.more + normal())),
    );
    const { scores, pairsRight } = rankApplications(reviews);
    const found = new Map(scores.map(({ id, score }) => [id, score]));
    let [right, pairs] = [0, 0];
    for (const a of worth) {
      for (const b of worth) {
        if (a.worth <= b.worth) continue;
        pairs += 1;
        right += Number(found.get(a.id)! > found.get(b.id)!);
      }
    }
    expect(pairsRight).toBeGreaterThan(right / pairs - 0.03);
    expect(pairsRight).toBeLessThan(right / pairs + 0.03);
  });
});

describe('A question that tells who somebody is', () => {
  it.each([
    ['First name', null, 'text', true],
    ['Wie heißt du?', 'first_name', 'text', true],
    ['University', null, 'text', true],
    ['Phone', 'phone', 'phone', true],
    ['Your work', 'portfolio', 'url', true],
    ['CV', 'cv', 'file', true],
    ['Why come?', 'why', 'textarea', false],
    ['T-shirt', 'shirt', 'select', false],
    ['Skills', null, 'multiselect', false],
  ] as const)('%s (%s, %s): %s', (label, key, field_type, tells) => {
    expect(isIdentifying({ label, key, field_type })).toBe(tells);
  });
});
