import { use, useMemo, type ReactNode } from 'react';
import { useMapConfig } from '../../../api/map-config.ts';
import { useLang } from '../../../i18n/lang.ts';
import { boxOf, pathOf, pointsOf, shapesOf, type Shape } from './geometry.ts';
import { useStatTexts } from './texts.ts';

export interface AreaMapProps {
  /** What is drawn, for people who do not see it: the table beside it has the numbers. */
  readonly label: string;
  /** Province whose cities are drawn; without one, the provinces. */
  readonly province: string | undefined;
  /** Area → its number, and how it is said. */
  readonly numbers: ReadonlyMap<string, { readonly n: number; readonly text: string }>;
  readonly onPick: (area: string) => void;
}

/** Degrees around the South China Sea, as national maps have it in a box of its own. */
const seaBox: readonly (readonly [number, number])[] = [
  [105, 3],
  [105, 24],
  [124, 24],
  [124, 3],
];
/** National maps reach so far south that the box of the sea stands below Taiwan and hides nothing. */
const belowTaiwan = [120, 12.5] as const;
const steps = [0, 18, 34, 54, 80] as const;

/** How dark an area is: four steps by the square root of its part of the most, so that small ones are seen. */
const stepOf = (n: number, most: number): number =>
  n === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(n / most) * (steps.length - 1)));
const fillOf = (step: number): string =>
  `color-mix(in srgb, var(--wh-primary) ${steps[step] ?? 0}%, var(--wh-surface-2))`;

/** Provinces, or the cities of one, the darker the more there is. */
export default function AreaMap({ label, province, numbers, onPick }: AreaMapProps): ReactNode {
  const lang = useLang();
  const t = useStatTexts();
  const review = useMapConfig()?.reviewNumber;
  const { features } = use(shapesOf(province === undefined ? 'china' : 'prefectures'));
  const sea = use(shapesOf('south-china-sea')).features;
  const drawn = useMemo(() => {
    const shapes =
      province === undefined
        ? features
        : features.filter(({ properties }) => properties.id.startsWith(province.slice(0, 2)));
    const [islands] = sea;
    return {
      box: boxOf(province === undefined ? [...pointsOf(shapes), belowTaiwan] : pointsOf(shapes)),
      shapes: shapes.map((shape) => ({ shape, path: pathOf(shape) })),
      islands: islands === undefined ? '' : pathOf(islands),
      line: sea[1] === undefined ? '' : pathOf(sea[1]),
    };
  }, [features, sea, province]);
  const most = Math.max(1, ...[...numbers.values()].map(({ n }) => n));
  const area = (
    { shape: { properties }, path }: { readonly shape: Shape; readonly path: string },
    picks: boolean,
  ): ReactNode => {
    const { n = 0, text = '0' } = numbers.get(properties.id) ?? {};
    const name = lang === 'en' ? properties.nameEn : properties.name;
    return (
      <path
        key={properties.id}
        d={path}
        fill={fillOf(stepOf(n, most))}
        data-picks={(picks && n > 0) || undefined}
        {...(picks && n > 0 && { onClick: () => onPick(properties.id) })}
      >
        <title>{`${name} ${text}`}</title>
      </path>
    );
  };
  return (
    <div className="st-map">
      <div className="st-map-box">
        <svg role="img" aria-label={label} viewBox={drawn.box} className="st-map-land">
          {drawn.shapes.map((one) => area(one, true))}
          {province === undefined ? <path d={drawn.islands} className="st-map-islands" /> : null}
          {province === undefined ? <path d={drawn.line} className="st-map-line" /> : null}
        </svg>
        {province === undefined ? (
          <svg role="img" aria-label={t('islands')} viewBox={boxOf(seaBox)} className="st-map-sea">
            {drawn.shapes.map((one) => area(one, false))}
            <path d={drawn.islands} className="st-map-islands" />
            <path d={drawn.line} className="st-map-line" />
          </svg>
        ) : null}
      </div>
      <p className="st-map-foot">
        <span className="wh-num">0</span>
        {steps.map((_, step) => (
          <span key={String(step)} className="st-map-step" style={{ background: fillOf(step) }} />
        ))}
        <span className="wh-num">{[...numbers.values()].find(({ n }) => n === most)?.text ?? ''}</span>
        {review === undefined ? null : <span>{t('review', { number: review })}</span>}
      </p>
    </div>
  );
}
