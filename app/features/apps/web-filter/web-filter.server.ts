import type { Granularity, WebFilter } from '#app/domain/app-rules';
import { supportOf } from '#app/domain/feature-versions';
import { listFilterSystems, SITE_CATEGORIES, type SiteCategory, WEB_FILTER_KEY } from '#app/domain/restrictions';
import { sha256Hex } from '#app/keys/sign';
import { formMessage, replyInvalid, textOf } from '#app/server/form.server';
import { compareWithStored, type GranularityChange, readGranularity } from '#app/server/granularity.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { answerChange, type Undo } from '../granularity.server';
import type { PanelAnswer, PanelContext, PanelForm, PanelStatus } from '../panel-form';
import { listSyncProblems, toDeviceProblems } from '../restrictions/restrictions.server';
import { checkHosts, type HostFault, parseHosts, toReadableHost } from './hosts';
import { packHosts, unpackHosts } from './packed-hosts';

/**
 * Maximum form size in bytes: two lists of ten thousand hosts in any script, URL-encoded. A form with such lists is answered with an error
 * and keeps its text.
 */
export const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** Loads the data of the web filter panel (A66, APPS-034). The lists are in readable form, one host per line. */
export async function loadWebFilter({ parent, child }: PanelContext, status: PanelStatus) {
  const { api, account } = parent;
  const [{ granularity, updatedAt }, { devices }] = await Promise.all([readGranularity(api, child.id), status]);
  const { allow, deny, categories } = granularity.webFilter;
  const able = devices.filter((device) => supportOf('restrictions', device).kind === 'ok');
  const isLocked = account.entitlements.limits.granularity === 'off';
  const unable = devices.flatMap((device) => toDeviceProblems(device, supportOf('restrictions', device), WEB_FILTER_KEY));
  const others = able.filter(({ id }) => !unable.some((device) => device.id === id));
  return {
    isOn: isFilterOn(granularity),
    allow: toLines(allow),
    deny: toLines(deny),
    categories: SITE_CATEGORIES.map((id) => ({
      id,
      isOn: categories.includes(id),
      /** Devices that support the filter but not this category. */
      without: able.filter(({ os }) => os !== 'other' && !listFilterSystems(id).includes(os)).map(({ name }) => name),
    })),
    version: await toVersion(granularity),
    behind: [...unable, ...listSyncProblems(others, isLocked ? 0 : updatedAt)],
    isLocked,
    isKept: isFilterOn(granularity) || allow.length + deny.length + categories.length > 0,
  };
}

export type WebFilterPanelData = Awaited<ReturnType<typeof loadWebFilter>>;

function isFilterOn({ restrictions }: Granularity): boolean {
  return restrictions[WEB_FILTER_KEY] === true;
}

function toLines(hosts: WebFilter['allow']): string {
  return hosts.map(toReadableHost).join('\n');
}

/** Returns a version of the stored filter, to detect changes by another parent (4.8.1). */
function toVersion(granularity: Granularity): Promise<string> {
  const { allow, deny, categories } = granularity.webFilter;
  return versionOf(isFilterOn(granularity), { allow, deny, categories });
}

async function versionOf(isOn: boolean, { allow, deny, categories }: WebFilter): Promise<string> {
  return (await sha256Hex(JSON.stringify([isOn, allow, deny, [...categories].sort()]))).slice(0, 16);
}

/** Handles the forms of the web filter panel. Returns null for any other form. */
export async function answerWebFilter(panelForm: PanelForm): Promise<PanelAnswer> {
  const { form, request } = panelForm;
  if (form.intent === 'web-filter-undo') return undoWebFilter(panelForm);
  if (form.intent !== 'web-filter') return null;
  const typed = { allow: textOf(form.fields, 'allow'), deny: textOf(form.fields, 'deny') };
  const isOn = form.fields.has('on');
  const named = form.fields.getAll('categories').map(String);
  const categories: Array<SiteCategory> = SITE_CATEGORIES.filter((id) => named.includes(id));
  const allow = parseHosts(typed.allow);
  const deny = parseHosts(typed.deny);
  const faults = checkHosts(allow, deny);
  const t = await i18n.getFixedT(languageOf(request));
  const say = (fault: HostFault | null) => (fault === null ? null : [t(`web_filter.${fault.key}`, fault.params)]);
  const lastResult = {
    status: 'error' as const,
    initialValue: { ...typed, on: isOn ? 'on' : '', categories },
    error: { allow: say(faults.allow), deny: say(faults.deny) },
  };
  if (faults.allow !== null || faults.deny !== null) return replyInvalid(form, { lastResult });
  const filter = { allow: allow.hosts, deny: deny.hosts, categories };
  const wanted = await versionOf(isOn, filter);
  const change: GranularityChange = {
    patch: { omnibus_directives: { [WEB_FILTER_KEY]: isOn }, web_filter: filter },
    compareStored: async (stored) => compareWithStored(await toVersion(stored), textOf(form.fields, 'version'), wanted),
  };
  const words = {
    failed: formMessage('web_filter.failed'),
    saved: {
      key: isOn && deny.hosts.length + categories.length === 0 ? ('toast.filter_empty' as const) : ('toast.saved' as const),
      params: {},
    },
    to: new URL(request.url).pathname,
    savedWithoutUndo: { key: 'toast.filter_final' as const, params: {} },
    toUndo: (before: Granularity) => toUndo(before, filter, wanted),
  };
  return answerChange(panelForm, change, words, lastResult);
}

/**
 * Maximum total length, in characters, of the two host lists in an undo. They travel in the message's cookie, which browsers limit to about
 * 4,000 characters. Sealing makes them a third longer.
 */
const UNDO_CHARS_MAX = 2000;

/** Returns the form that restores the previous filter, packed relative to the new one. Returns null if it is too large for the cookie. */
async function toUndo(before: Granularity, after: WebFilter, version: string): Promise<Undo> {
  const { webFilter } = before;
  const allow = packHosts(webFilter.allow, after.allow);
  const deny = packHosts(webFilter.deny, after.deny);
  if (allow.length + deny.length > UNDO_CHARS_MAX) return null;
  const on = isFilterOn(before) ? 'on' : '';
  const fields = { version, before: await toVersion(before), on, allow, deny, categories: webFilter.categories.join(' ') };
  return { intent: 'web-filter-undo', fields };
}

/**
 * Restores the previous filter unless the filter has changed since this parent saved it. A refusal is shown as a message, because no input
 * can be lost.
 */
async function undoWebFilter(panelForm: PanelForm): Promise<PanelAnswer> {
  const { form, request, parent, child } = panelForm;
  const text = (name: string) => textOf(form.fields, name);
  const { granularity } = await readGranularity(parent.api, child.id);
  const named = text('categories').split(' ');
  const filter = {
    allow: unpackHosts(text('allow'), granularity.webFilter.allow),
    deny: unpackHosts(text('deny'), granularity.webFilter.deny),
    categories: SITE_CATEGORIES.filter((id) => named.includes(id)),
  };
  const change: GranularityChange = {
    patch: { omnibus_directives: { [WEB_FILTER_KEY]: text('on') === 'on' }, web_filter: filter },
    compareStored: async (stored) => compareWithStored(await toVersion(stored), text('version'), text('before')),
  };
  return answerChange(panelForm, change, {
    failed: formMessage('web_filter.failed'),
    refused: { stale: { key: 'error_strings.stale', params: {} }, failed: { key: 'error_strings.unknown', params: {} } },
    saved: { key: 'toast.undone', params: {} },
    to: new URL(request.url).pathname,
  });
}
