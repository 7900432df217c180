import { CheckOutlined, PlusOutlined } from '@ant-design/icons';
import { cardGrid } from '@wheelhouse/entities/access/dashboard-cards';
import { routeNamed } from '@wheelhouse/entities/routes';
import { Drawer, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { usePick, useTexts, type Text } from '../../../../i18n/lang.ts';
import { useCan } from '../../../../session/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/States.tsx';
import { useExplorations } from '../../explore/useExplorations.ts';
import { ownKinds } from '../board/kinds.tsx';
import { allStatistics, ownOffers, partsAsCards, type Offer } from './names.ts';
import { texts } from './texts.ts';
import './arrange.css';

interface GalleryProps {
  readonly placed: ReadonlySet<string>;
  readonly onAdd: (offer: Offer) => void;
  readonly onClose: () => void;
}

interface Shelf {
  readonly title: Text;
  readonly offers: readonly Offer[];
}

function useShelves(): readonly Shelf[] {
  const can = useCan();
  const { list = [] } = useExplorations();
  return [
    { title: texts.own, offers: ownOffers.filter(({ card }) => ownKinds[card]?.may(can)) },
    ...allStatistics
      .filter(({ route }) => can(`${route}.query`))
      .map((statistic) => ({ title: routeNamed(statistic.route), offers: partsAsCards(statistic) })),
    {
      title: texts.explorations,
      offers: list.map(({ id, name }) => ({ card: `exploration.${id}`, title: { zh: name, en: name }, w: 6, h: 8 })),
    },
  ].filter(({ offers }) => offers.length > 0);
}

/** Everything that the user may put on the dashboard. */
export default function Gallery({ placed, onAdd, onClose }: GalleryProps): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const shelves = useShelves();
  const [added, setAdded] = useState(placed);
  const [find, setFind] = useState('');
  const word = find.trim().toLowerCase();
  const isFound = (shelf: Shelf, { title }: Offer): boolean =>
    `${pick(shelf.title)} ${pick(title)}`.toLowerCase().includes(word);
  const found = shelves
    .map((shelf) => ({ ...shelf, offers: shelf.offers.filter((offer) => isFound(shelf, offer)) }))
    .filter(({ offers }) => offers.length > 0);
  const isFull = added.size >= cardGrid.mostCards;
  return (
    <Drawer open title={t('gallery')} styles={{ wrapper: { width: 'min(520px, 100vw)' } }} onClose={onClose}>
      <p className="wh-faint db-gallery-about">{isFull ? t('full', { n: cardGrid.mostCards }) : t('galleryAbout')}</p>
      <Input
        aria-label={t('find')}
        placeholder={t('find')}
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      {found.length === 0 ? <EmptyState small title={t('noMatch')} /> : null}
      {found.map(({ title, offers }) => (
        <section key={pick(title)} className="db-shelf" aria-label={pick(title)}>
          <h3>{pick(title)}</h3>
          <ul>
            {offers.map((offer) => {
              const isOn = added.has(offer.card);
              const name = pick(offer.title);
              return (
                <li key={offer.card}>
                  <span>{name}</span>
                  <span className="wh-num wh-faint">
                    {offer.w} × {offer.h}
                  </span>
                  <Button
                    size="small"
                    icon={isOn ? <CheckOutlined /> : <PlusOutlined />}
                    disabled={isOn || isFull}
                    aria-label={`${t(isOn ? 'onBoard' : 'put')} ${name}`}
                    onClick={() => {
                      setAdded(new Set([...added, offer.card]));
                      onAdd(offer);
                    }}
                  >
                    {t(isOn ? 'onBoard' : 'put')}
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </Drawer>
  );
}
