import { toWrittenAccuracy, unitsOf } from '#app/domain/distance-units';
import { isolateName } from '#app/domain/isolate-name';
import { DEFAULT_LANGUAGE, type Language, toLanguage } from '#app/domain/language';
import { toLocale } from '#app/domain/locale-formats';
import { localDate } from '#app/domain/time';
import { inflectTimes } from '#app/domain/time-grammar';
import { writeInstant } from '#app/domain/write-instant';
import { zoneName } from '#app/domain/zone-name';
import type { NotificationWire } from '#app/wire/notification';
import { findAppTitle } from '#workers/api/app-info/app-info';
import type { StoredNotification } from '../store/notification.queries';
import { NOTIFICATION_TEXTS, type NotificationText } from './notification-words';
import { PLACE_NOTIFICATION_TEXTS } from './place-notification-words';
import { REPORT_NOTIFICATION_TEXTS } from './report-notification-words';

type Content = NotificationWire['content'];
/**
 * `childId` is the first child concerned; `timeZone` is the child's, `homeZone` the parent's. `isDecided`: a parent has set something for
 * the app. `isOver`: the announced block has ended. `hasAppRules`: the plan includes app rules.
 */
type About = {
  childId: string | null;
  child: string;
  device: string;
  email: string;
  timeZone: string;
  homeZone: string;
  isDecided: boolean;
  isOver: boolean;
  hasAppRules: boolean;
};

/** Up to this accuracy, in meters, the text of a crossing does not mention it. */
const GOOD_ENOUGH_M = 50;
/** The text mentions the time of the report if the crossing was reported later than this. */
const DELAYED_MS = 5 * 60_000;

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const MOMENT = { weekday: 'long', day: 'numeric', month: 'long', ...TIME } as const;

/**
 * Returns the texts of a notification in the language of `locale`. Times are in the child's zone (A71), with its name if the parent's clock
 * differs.
 */
export function writeNotification(notification: StoredNotification, locale: string, about: About): Content {
  const language = toLanguage(locale) ?? DEFAULT_LANGUAGE;
  const { childId, child, device, email, timeZone, homeZone } = about;
  const words = NOTIFICATION_TEXTS[language];
  const news = REPORT_NOTIFICATION_TEXTS[language];
  const { facts } = notification;
  const places = PLACE_NOTIFICATION_TEXTS[language];
  const time = (at: number) => formatIn(timeZone, homeZone, locale, TIME, at);
  const moment = (at: number) => formatIn(timeZone, homeZone, locale, MOMENT, at);
  const common = { list_datetime: moment(notification.at), actionable: !about.isDecided };
  switch (facts.type) {
    case 'upcoming_block_announce': {
      const rule = facts.isReadyMade && facts.ruleName === 'Bedtime' ? words.bedtime : facts.ruleName;
      const from = notification.occurrence;
      const isSameDay = facts.until !== null && localDate(facts.until, timeZone) === localDate(from, timeZone);
      const until = facts.until === null ? '' : isSameDay ? time(facts.until) : moment(facts.until);
      const text = facts.until === null ? words.coming_open : words.coming;
      const href = `/manage/${childId}/schedule`;
      const glue = language.startsWith('zh') ? '' : ' ';
      const body = about.isOver ? text.body : `${text.body}${glue}${text.advice}`;
      const filled = fillText({ ...text, body }, { rule, child, from: time(from), until }, href, language);
      const ended = about.isOver ? { actionable: false, actions: [] } : {};
      return { ...common, ...filled, ...ended, fallback_type: 'info', priority: 1 };
    }
    case 'pairing_reminder': {
      const values = { child, from: moment(facts.startedAt), until: moment(facts.expiresAt) };
      const href = `/pair?${new URLSearchParams({ pairing: notification.subject_id, child: childId ?? '' })}`;
      return { ...common, ...fillText(words.pairing, values, href, language), fallback_type: 'info', priority: 0 };
    }
    case 'device_not_seen': {
      const values = { child, device, from: moment(notification.occurrence) };
      const href = childId === null ? toDevice(facts.deviceId) : `/manage/${childId}/devices`;
      return { ...common, ...fillText(words.silent, values, href, language), fallback_type: 'alert', priority: 2 };
    }
    case 'app_installed': {
      const values = { app: nameOfApp(facts, language), count: String(facts.others), device, child, from: moment(notification.at) };
      const kind = facts.appName === '' ? 'apps' : 'app';
      // A device without a child has its own page.
      const href = childId === null ? toDevice(facts.deviceId) : `/manage/${childId}/app-rules`;
      const text = about.hasAppRules ? news[kind] : { ...news[kind], body: news.plain[kind] };
      return { ...common, ...fillText(text, values, href, language), fallback_type: 'info', priority: 1 };
    }
    case 'android_update_required': {
      const values = { device, child, version: facts.version || '–', needed: facts.needed };
      const href = toDevice(facts.deviceId);
      return { ...common, ...fillText(news.update, values, href, language), fallback_type: 'alert', priority: 1 };
    }
    case 'geofence_entry':
    case 'geofence_exit': {
      const text = places[facts.type === 'geofence_entry' ? 'enter' : 'exit'];
      const hints = [
        ...(facts.accuracy > GOOD_ENOUGH_M ? [places.accuracy] : []),
        ...(facts.reportedAt - notification.occurrence > DELAYED_MS ? [places.delayed] : []),
      ];
      const accuracy = formatAccuracy(facts.accuracy, locale);
      const values = {
        child,
        device,
        place: facts.placeName,
        from: time(notification.occurrence),
        reported: time(facts.reportedAt),
        accuracy,
      };
      const body = [text.body, ...hints].join(language.startsWith('zh') ? '' : ' ');
      return { ...common, ...fillText({ ...text, body }, values, toLocator(childId), language), fallback_type: 'info', priority: 1 };
    }
    case 'not_at_place': {
      const values = { child, device, place: facts.placeName, from: time(notification.occurrence), seen: moment(facts.seenAt) };
      return { ...common, ...fillText(places.absent, values, toLocator(childId), language), fallback_type: 'alert', priority: 1 };
    }
    case 'email_verification_required':
      return { ...common, ...fillText(news.verify, { email }, '/verify', language), fallback_type: 'alert', priority: 1 };
    case 'unknown':
      return {
        ...common,
        ...fillText(news.other, { from: moment(notification.at) }, '/my-family', language),
        fallback_type: 'info',
        priority: 0,
      };
  }
}

/** Returns the app's name as pages show it: from the catalog, or else from the device. */
function nameOfApp(
  { bundleId, bundleIds, appName }: Extract<StoredNotification['facts'], { type: 'app_installed' }>,
  language: Language,
): string {
  const id = bundleId ?? bundleIds[0];
  return (id === undefined ? null : findAppTitle(id, language)) ?? appName;
}

function toLocator(childId: string | null): string {
  return childId === null ? '/locator' : `/locator/${childId}`;
}

/** Returns an accuracy in the units of the region (A172): «70 m» or «230 ft». */
function formatAccuracy(meters: number, locale: string): string {
  const { unit, value } = toWrittenAccuracy(meters, unitsOf(toLocale(locale) ?? locale));
  return new Intl.NumberFormat(locale, { style: 'unit', unit: INTL_UNITS[unit] }).format(value);
}
const INTL_UNITS = { meters: 'meter', kilometers: 'kilometer', feet: 'foot', miles: 'mile' } as const;

function toDevice(deviceId: string): string {
  return `/my-family?device=${deviceId}`;
}

function fillText(text: NotificationText, values: Record<string, string>, href: string, language: Language) {
  const write = (pattern: string) =>
    inflectTimes(
      pattern.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => isolateName(values[name] ?? whole)),
      language,
    );
  // If the child has no name, the text before the dot is empty.
  const subtitle = write(text.subtitle).replace(/^ · /, '');
  return {
    list_title: write(text.title),
    list_subtitle: subtitle,
    detail_title: write(text.title),
    detail_subtitle: subtitle,
    detail_body: write(text.body),
    actions: [{ id: 'open', label: text.action, href }],
  };
}

/**
 * Returns «9:00 PM» or «Monday, November 16 at 9:00 PM» in the region's format. Adds the zone's name if the clock in `homeZone` differs.
 */
function formatIn(zone: string, homeZone: string, locale: string, options: Intl.DateTimeFormatOptions, at: number): string {
  const region = toLocale(locale) ?? locale;
  const write = (timeZone: string) => writeInstant(at, timeZone, region, options);
  const text = write(zone);
  if (text === write(homeZone)) return text;
  return `${text} (${zoneName(zone, region, at)})`;
}
