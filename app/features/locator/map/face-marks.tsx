import { Link } from '@remix-run/react';
import { Clock4 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import type { MapView } from '#app/domain/map-tile';
import { ageClassOf } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import { ChildAvatar } from '#app/features/children/profile/child-avatar';
import { useClock } from '#app/features/shell/time/use-clock';
import { CLUSTER_FACES, type Cluster, clusterMarks } from './clusters';
import { Mark, sideOf } from './map-layer';
import type { FaceMark } from './marks';

/** The children on the map; those at one spot beside each other. `scale`: px on the page for one px of the view. */
export function FaceMarks({ faces, view, scale, now }: { faces: ReadonlyArray<FaceMark>; view: MapView; scale: number; now: Instant }) {
  return clusterMarks(faces, view, scale).map((cluster) => <ClusterMark cluster={cluster} key={cluster[0].id} now={now} view={view} />);
}

function ClusterMark({ cluster, view, now }: { cluster: Cluster<FaceMark>; view: MapView; now: Instant }) {
  const [first] = cluster;
  const shown = cluster.slice(0, CLUSTER_FACES);
  const hidden = cluster.length - shown.length;
  const isOld = cluster.every(({ look }) => look === 'old');
  // A cluster is as good as its best position; each face still shows its own look.
  const look = first.look === 'rough' ? 'rough' : isOld ? 'old' : 'exact';
  return (
    <Mark
      className="loc-face"
      data-count={cluster.length}
      data-look={look}
      data-side={sideOf(view, first)}
      meters={look === 'rough' ? first.meters : 0}
      point={first}
      view={view}
    >
      {look === 'rough' ? null : (
        <>
          <span className="loc-stem" />
          <span className="loc-dot" />
        </>
      )}
      <span className="loc-head" data-state={isOld ? 'unmanaged' : first.child.view}>
        <span className="loc-heads">
          {shown.map((face) => (
            <Face face={face} key={face.id} />
          ))}
          {hidden === 0 ? null : <span className="loc-more">+{hidden}</span>}
        </span>
        <Label cluster={cluster} now={now} />
      </span>
    </Mark>
  );
}

function Face({ face: { child, look, to } }: { face: FaceMark }) {
  const avatar =
    look === 'old' ? (
      <span className="face loc-hollow" data-state="unmanaged">
        {[...child.name.trim()][0]?.toLocaleUpperCase('en')}
        <span className="mark">
          <Clock4 aria-hidden className="icon-small" />
        </span>
      </span>
    ) : (
      <ChildAvatar child={child} size="normal" view={child.view} />
    );
  return to === undefined ? (
    avatar
  ) : (
    <Link preventScrollReset tabIndex={-1} to={to}>
      {avatar}
    </Link>
  );
}

/** «Mia now», «Ben in this circle», «Leo 3 h ago»; for several children, their names and the age of the oldest position. */
function Label({ cluster, now }: { cluster: Cluster<FaceMark>; now: Instant }) {
  const { t, i18n } = useTranslation();
  const clock = useClock('UTC', now);
  const [{ child, look, words }] = cluster;
  // The oldest of a cluster, because the label must be true for each of its children.
  const times = cluster.flatMap((face) => face.at ?? []);
  const at = times.length === 0 ? undefined : Math.min(...times);
  const age =
    at === undefined ? '' : ageClassOf(at, now) === 'now' ? t('locator.just_now') : t('locator.ago', { span: clock.span(now - at) });
  if (cluster.length > 1)
    return (
      <span className="loc-tag">
        <b>{new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(cluster.map((one) => isolateName(one.child.name)))}</b> {age}
      </span>
    );
  if (words !== undefined)
    return (
      <span className="loc-tag">
        <b>{words}</b>
      </span>
    );
  return (
    <span className="loc-tag">
      <b>
        <bdi>{child.name}</bdi>
      </b>{' '}
      {look === 'rough' && at !== undefined && ['now', 'recent'].includes(ageClassOf(at, now)) ? t('map.in_circle') : age}
    </span>
  );
}
