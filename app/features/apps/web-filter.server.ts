import type { Granularity, WebFilter } from '~/domain/app-rules';
import { supportOf } from '~/domain/feature-versions';
import { SITE_CATEGORIES, type SiteCategory, systemsFiltering, WEB_FILTER_KEY } from '~/domain/restrictions';
import { sha256Hex } from '~/keys/sign';
import { notice, showAgain, textOf } from '~/server/form.server';
import { type GranularityChange, readGranularity, standsAs } from '~/server/granularity.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { answerChange } from './granularity.server';
import { checkHosts, type HostFault, parseHosts, toReadableHost } from './hosts';
import type { PanelAnswer, PanelForm, PanelPlace, PanelStatus } from './panel-form';
import { listLags, toBehind } from './restrictions.server';

/** Whoever pastes ten thousand addresses is told that they are too many, and loses none of them: two lists of any script as a form sends them. */
export const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** What the panel of the web filter shows (A66, APPS-034). The lists as people read them, one host a line. */
export async function loadWebFilter({ parent, child }: PanelPlace, status: PanelStatus) {
  const { api, account } = parent;
  const [{ granularity, updatedAt }, { devices }] = await Promise.all([readGranularity(api, child.id), status]);
  const { allow, deny, categories } = granularity.webFilter;
  const able = devices.filter((device) => supportOf('restrictions', device).kind === 'ok');
  const isLocked = account.entitlements.limits.granularity === 'off';
  const unable = devices.flatMap((device) => toBehind(device, supportOf('restrictions', device), WEB_FILTER_KEY));
  const others = able.filter(({ id }) => !unable.some((device) => device.id === id));
  return {
    isOn: isFilterOn(granularity),
    allow: toLines(allow),
    deny: toLines(deny),
    categories: SITE_CATEGORIES.map((id) => ({
      id,
      isOn: categories.includes(id),
      /** Devices that could filter, but not this. */
      without: able.filter(({ os }) => os !== 'other' && !systemsFiltering(id).includes(os)).map(({ name }) => name),
    })),
    version: await toVersion(granularity),
    behind: [...unable, ...listLags(others, isLocked ? 0 : updatedAt)],
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

/** Names what is set: whoever saves over something else is told (4.8.1). */
function toVersion(granularity: Granularity): Promise<string> {
  const { allow, deny, categories } = granularity.webFilter;
  return versionOf(isFilterOn(granularity), { allow, deny, categories });
}

async function versionOf(isOn: boolean, { allow, deny, categories }: WebFilter): Promise<string> {
  return (await sha256Hex(JSON.stringify([isOn, allow, deny, [...categories].sort()]))).slice(0, 16);
}

/** What the panel of the web filter posts; null where the form is not its own. */
export async function answerWebFilter(place: PanelForm): Promise<PanelAnswer> {
  const { form, request } = place;
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
  if (faults.allow !== null || faults.deny !== null) return showAgain(form, { lastResult });
  const filter = { allow: allow.hosts, deny: deny.hosts, categories };
  const wanted = await versionOf(isOn, filter);
  const change: GranularityChange = {
    patch: { omnibus_directives: { [WEB_FILTER_KEY]: isOn }, web_filter: filter },
    stands: async (stored) => standsAs(await toVersion(stored), textOf(form.fields, 'version'), wanted),
  };
  const words = {
    failed: notice('web_filter.failed'),
    saved: {
      key: isOn && deny.hosts.length + categories.length === 0 ? ('toast.filter_empty' as const) : ('toast.saved' as const),
      params: {},
    },
    to: new URL(request.url).pathname,
  };
  return answerChange(place, change, words, lastResult);
}
