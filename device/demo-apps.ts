import type { GranularityPatch } from '#app/wire/granularity.ts';
import type { InstalledApp } from './state.ts';

type DemoApp = { iOS: string; android: string; name: string; version: string };

function known(name: string, ids: string, version: string): DemoApp {
  const [iOS = '', android = iOS] = ids.split(' ');
  return { iOS, android, name, version };
}

/** Apps that /app_info knows, with their ids on iOS and Android. */
const APPS = {
  whatsapp: known('WhatsApp', 'net.whatsapp.WhatsApp com.whatsapp', '26.30.1'),
  tiktok: known('TikTok', 'com.zhiliaoapp.musically', '43.2.0'),
  instagram: known('Instagram', 'com.burbn.instagram com.instagram.android', '410.0'),
  youtube: known('YouTube', 'com.google.ios.youtube com.google.android.youtube', '20.44.3'),
  spotify: known('Spotify', 'com.spotify.client com.spotify.music', '9.1.4'),
  roblox: known('Roblox', 'com.roblox.robloxmobile com.roblox.client', '2.699'),
  minecraft: known('Minecraft', 'com.mojang.minecraftpe', '1.21.121'),
  toca: known('Toca Boca World', 'com.tocaboca.tocalifeworld', '1.115'),
  duolingo: known('Duolingo', 'com.duolingo.DuolingoMobile com.duolingo', '6.53.2'),
  khan: known('Khan Academy', 'org.khanacademy.Khan-Academy org.khanacademy.android', '8.2.0'),
  scratch: known('ScratchJr', 'org.scratchjr.android', '1.4.8'),
  wikipedia: known('Wikipedia', 'org.wikimedia.wikipedia org.wikipedia', '2.7.5'),
  messages: known('Messages', 'com.apple.MobileSMS com.google.android.apps.messaging', '26.1'),
  clock: known('Clock', 'com.apple.mobiletimer com.google.android.deskclock', '8.3'),
  snapchat: known('Snapchat', 'com.toyopagroup.picaboo com.snapchat.android', '13.60.0'),
} satisfies Record<string, DemoApp>;
export type DemoAppKey = keyof typeof APPS;

/** Returns the app as a device of that system reports it. */
export function appOn(os: 'android' | 'iOS', key: DemoAppKey): InstalledApp {
  const { [os]: bundleId, name, version } = APPS[key];
  return { bundleId, name, version };
}

/** App rules of a demo child; `toPatch` applies them to the ids of both systems. `limits`: seconds per day. */
export type DemoAppRules = {
  never?: Array<DemoAppKey>;
  always?: Array<DemoAppKey>;
  learning?: Array<DemoAppKey>;
  limits?: Partial<Record<DemoAppKey, number>>;
  restrictions?: NonNullable<GranularityPatch['omnibus_directives']>;
};

export function toPatch({ never = [], always = [], learning = [], limits = {}, restrictions = {} }: DemoAppRules): GranularityPatch {
  const spread = <Value>(keys: Array<DemoAppKey>, toValue: (key: DemoAppKey) => Value): Record<string, Value> =>
    Object.fromEntries(keys.flatMap((key) => [...new Set([APPS[key].iOS, APPS[key].android])].map((id) => [id, toValue(key)])));
  const limited = Object.keys(APPS).filter((key): key is DemoAppKey => key in limits);
  return {
    app_directives: { ...spread(never, () => 'N' as const), ...spread(always, () => 'A' as const) },
    uncounted_apps: spread(learning, () => true),
    app_limits: spread(limited, (key) => limits[key] ?? null),
    omnibus_directives: restrictions,
  };
}
