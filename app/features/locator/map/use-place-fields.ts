import { useEffect, useState } from 'react';
import { fromRadiusField, toRadiusField } from '#app/domain/distance-units';
import { clampRadius } from '#app/domain/place';
import type { Coordinates } from '#app/domain/position';
import type { PlaceValues } from '../place-form';
import type { EditedPlace } from './marks';

/** Decimals of a coordinate in a field: about 0.1 m. */
const DECIMALS = 6;
const FIELDS = { lat: '#place-lat', lon: '#place-lon', radius: '#place-radius', address: '#place-address' } as const;

/**
 * Connects the map with the fields of the place's form, which keep the values. Returns the place as the map shows it (undefined without a
 * position), and what to do on a tap.
 */
export function usePlaceFields(values: PlaceValues): { edited: EditedPlace | undefined; onPick: (point: Coordinates) => void } {
  const meters = clampRadius(Number(values.meters) || DEFAULT_M);
  const [spot, setSpot] = useState<Coordinates | null>(() => toSpot(values.lat, values.lon));
  const [radius, setRadius] = useState(meters);
  const [shown, setShown] = useState(values);
  if (shown !== values) {
    // The server answered with other values, such as a found address.
    setShown(values);
    setSpot(toSpot(values.lat, values.lon));
    setRadius(meters);
  }
  useEffect(() => {
    const read = (event: Event) => {
      const field = event.target instanceof HTMLInputElement ? event.target : null;
      if (field === null) return;
      if (field.name === 'lat' || field.name === 'lon') setSpot(toSpot(readField(FIELDS.lat), readField(FIELDS.lon)));
      if (field.name === 'radius' && Number(field.value) > 0) setRadius(clampRadius(fromRadiusField(Number(field.value), values.unit)));
      if (field.name === 'found' && field.checked) {
        const [lat = '', lon = ''] = field.value.split(',');
        setSpot(toSpot(lat, lon));
      }
    };
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, [values.unit]);
  const onPick = ({ lat, lon }: Coordinates) => {
    // The old address is no longer this place's.
    writeField(FIELDS.address, '');
    writeField(FIELDS.lat, lat.toFixed(DECIMALS));
    writeField(FIELDS.lon, lon.toFixed(DECIMALS));
    setSpot({ lat, lon });
    // A found address would replace the position when the form is sent.
    for (const found of document.querySelectorAll<HTMLInputElement>('[name=found]')) found.checked = false;
  };
  const onResize = (next: number) => {
    writeField(FIELDS.radius, String(toRadiusField(next, values.unit)));
    setRadius(next);
  };
  const edited =
    spot === null ? undefined : { ...spot, meters: radius, name: values.name, icon: values.icon, onPick, onMove: onPick, onResize };
  return { edited, onPick };
}

const DEFAULT_M = 150;

function toSpot(lat: string, lon: string): Coordinates | null {
  const [y, x] = [Number(lat), Number(lon)];
  const isPlaced = lat !== '' && lon !== '' && Math.abs(y) <= 90 && Math.abs(x) <= 180;
  return isPlaced ? { lat: y, lon: x } : null;
}

function readField(selector: string): string {
  return document.querySelector<HTMLInputElement>(selector)?.value ?? '';
}

function writeField(selector: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (field !== null) field.value = value;
}
