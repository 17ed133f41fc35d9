import type { Granularity, WebFilter } from '~/domain/app-rules';
import { supportOf } from '~/domain/feature-versions';
import { SITE_CATEGORIES, type SiteCategory, systemsFiltering, WEB_FILTER_KEY } from '~/domain/restrictions';
import { sha256Hex } from '~/keys/sign';
import { notice, showAgain, textOf } from '~/server/form.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { answerChange, listChildDevices, readGranularity, standsAs } from './granularity.server';
import { checkHosts, type HostFault, parseHosts, toReadableHost } from './hosts';
import type { PanelAnswer, PanelForm, PanelPlace } from './panel-form';
import { toBehind } from './restrictions.server';

/** Whoever pastes ten thousand addresses is told that they are too many, and loses none of them: two lists of any script as a form sends them. */
export const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** What the panel of the web filter shows (A66, APPS-034). The lists as people read them, one host a line. */
export async function loadWebFilter({ parent, child }: PanelPlace) {
  const { api, account } = parent;
  const [{ granularity }, devices] = await Promise.all([readGranularity(api, child.id), listChildDevices(api, child.deviceIds)]);
  const { allow, deny, categories } = granularity.webFilter;
  const able = devices.filter((device) => supportOf('restrictions', device).kind === 'ok');
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
    behind: devices.flatMap((device) => toBehind(device, supportOf('restrictions', device), WEB_FILTER_KEY)),
    isLocked: account.entitlements.limits.granularity === 'off',
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
  const { form, request, parent, child } = place;
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
  const { granularity } = await readGranularity(parent.api, child.id);
  const [now, wanted] = await Promise.all([toVersion(granularity), versionOf(isOn, filter)]);
  const stands = standsAs(now, textOf(form.fields, 'version'), wanted);
  const change = { patch: { omnibus_directives: { [WEB_FILTER_KEY]: isOn }, web_filter: filter }, stands: () => stands };
  const words = {
    failed: notice('web_filter.failed'),
    saved: { key: 'toast.saved', params: {} },
    to: new URL(request.url).pathname,
  };
  return answerChange(place, change, words, lastResult);
}
