/*
 * Sources of these facts.
 * - Ids: the makers' own, from general knowledge. About two dozen were checked in November 2026 against public source code that names them,
 * starting with the less known. Only one id if both systems use the same.
 * - Genres and advisories: what the app evidently is and offers, in our own words, not a store's labels.
 * - Ages: the lowest age in the maker's terms of service for most countries. None if the terms name no age, differ, or let parents open
 * accounts for younger children (YouTube).
 * - No store's rating is repeated here.
 */

/** What an app is for. APP_TEXTS translates these. */
export type Genre =
  | 'browser'
  | 'communication'
  | 'creativity'
  | 'education'
  | 'games'
  | 'kids'
  | 'maps'
  | 'music'
  | 'photo'
  | 'reading'
  | 'shopping'
  | 'social'
  | 'store'
  | 'tools'
  | 'video';

/** What a parent should know: `chat` with strangers, `content` made by other users, the whole `web`, sharing of `location`, and so on. */
export type Advisory = 'ads' | 'chat' | 'content' | 'live' | 'location' | 'purchases' | 'violence' | 'web';

/** `ids` are the ids on Apple's and Google's systems. `age` is the lowest age by the terms of service, or null if unknown. */
type KnownApp = { ids: ReadonlyArray<string>; title: string; genres: Array<Genre>; advisories: Array<Advisory>; age: number | null };

function known(title: string, ids: string, genres: Array<Genre>, advisories: Array<Advisory> = [], age: number | null = null): KnownApp {
  return { ids: ids.split(' '), title, genres, advisories, age };
}

/**
 * The built-in catalog of apps that many children have, from facts we collected. Contains no ratings or images, because those belong to the
 * stores.
 */
export const KNOWN_APPS = {
  whatsapp: known('WhatsApp', 'net.whatsapp.WhatsApp com.whatsapp', ['communication'], ['chat'], 13),
  instagram: known('Instagram', 'com.burbn.instagram com.instagram.android', ['social', 'photo'], ['content', 'chat', 'live', 'ads'], 13),
  threads: known('Threads', 'com.burbn.barcelona com.instagram.barcelona', ['social'], ['content', 'ads'], 13),
  facebook: known('Facebook', 'com.facebook.Facebook com.facebook.katana', ['social'], ['content', 'chat', 'live', 'ads'], 13),
  messenger: known('Messenger', 'com.facebook.Messenger com.facebook.orca', ['communication'], ['chat'], 13),
  tiktok: known(
    'TikTok',
    'com.zhiliaoapp.musically com.ss.android.ugc.trill',
    ['social', 'video'],
    ['content', 'chat', 'live', 'purchases', 'ads'],
    13,
  ),
  snapchat: known(
    'Snapchat',
    'com.toyopagroup.picaboo com.snapchat.android',
    ['social', 'communication'],
    ['chat', 'content', 'location', 'ads'],
    13,
  ),
  youtube: known('YouTube', 'com.google.ios.youtube com.google.android.youtube', ['video'], ['content', 'live', 'ads']),
  'youtube-kids': known('YouTube Kids', 'com.google.ios.youtubekids com.google.android.apps.youtube.kids', ['video', 'kids'], ['ads']),
  'youtube-music': known(
    'YouTube Music',
    'com.google.ios.youtubemusic com.google.android.apps.youtube.music',
    ['music'],
    ['purchases', 'ads'],
  ),
  telegram: known('Telegram', 'ph.telegra.Telegraph org.telegram.messenger', ['communication'], ['chat', 'content']),
  signal: known('Signal', 'org.whispersystems.signal org.thoughtcrime.securesms', ['communication'], ['chat'], 13),
  discord: known('Discord', 'com.hammerandchisel.discord com.discord', ['communication', 'social'], ['chat', 'content', 'live'], 13),
  reddit: known('Reddit', 'com.reddit.Reddit com.reddit.frontpage', ['social'], ['content', 'chat', 'ads'], 13),
  x: known('X', 'com.atebits.Tweetie2 com.twitter.android', ['social'], ['content', 'chat', 'live', 'ads'], 13),
  pinterest: known('Pinterest', 'pinterest com.pinterest', ['social', 'creativity'], ['content', 'ads'], 13),
  twitch: known('Twitch', 'tv.twitch tv.twitch.android.app', ['video', 'social'], ['live', 'chat', 'content', 'purchases', 'ads'], 13),
  wechat: known('WeChat', 'com.tencent.xin com.tencent.mm', ['communication', 'social'], ['chat', 'content', 'purchases']),
  line: known('LINE', 'jp.naver.line jp.naver.line.android', ['communication'], ['chat', 'purchases']),
  viber: known('Viber', 'com.viber com.viber.voip', ['communication'], ['chat', 'ads']),
  zoom: known('Zoom', 'us.zoom.videomeetings', ['communication'], ['chat']),
  teams: known('Microsoft Teams', 'com.microsoft.skype.teams com.microsoft.teams', ['communication', 'education'], ['chat']),
  facetime: known('FaceTime', 'com.apple.facetime', ['communication']),
  spotify: known('Spotify', 'com.spotify.client com.spotify.music', ['music'], ['ads', 'purchases'], 13),
  shazam: known('Shazam', 'com.shazam.Shazam com.shazam.android', ['music']),
  netflix: known('Netflix', 'com.netflix.Netflix com.netflix.mediaclient', ['video']),
  'disney-plus': known('Disney+', 'com.disney.disneyplus', ['video']),
  'prime-video': known('Prime Video', 'com.amazon.aiv.AIVApp com.amazon.avod.thirdpartyclient', ['video'], ['purchases', 'ads']),
  roblox: known('Roblox', 'com.roblox.robloxmobile com.roblox.client', ['games'], ['chat', 'content', 'purchases']),
  minecraft: known('Minecraft', 'com.mojang.minecraftpe', ['games', 'creativity'], ['chat', 'purchases']),
  'among-us': known('Among Us', 'com.innersloth.amongus com.innersloth.spacemafia', ['games'], ['chat', 'purchases', 'ads', 'violence']),
  'brawl-stars': known('Brawl Stars', 'com.supercell.laser com.supercell.brawlstars', ['games'], ['purchases', 'chat', 'violence']),
  'clash-of-clans': known('Clash of Clans', 'com.supercell.magic com.supercell.clashofclans', ['games'], ['purchases', 'chat', 'violence']),
  'clash-royale': known('Clash Royale', 'com.supercell.scroll com.supercell.clashroyale', ['games'], ['purchases', 'chat', 'violence']),
  'candy-crush': known('Candy Crush Saga', 'com.midasplayer.apps.candycrushsaga com.king.candycrushsaga', ['games'], ['purchases', 'ads']),
  'subway-surfers': known('Subway Surfers', 'com.kiloo.subwaysurfers com.kiloo.subwaysurf', ['games'], ['purchases', 'ads']),
  'pokemon-go': known('Pokémon GO', 'com.nianticlabs.pokemongo', ['games'], ['location', 'purchases']),
  'genshin-impact': known('Genshin Impact', 'com.miHoYo.GenshinImpact', ['games'], ['purchases', 'chat', 'violence']),
  fortnite: known('Fortnite', 'com.epicgames.FortniteGame com.epicgames.fortnite', ['games'], ['violence', 'chat', 'purchases', 'content']),
  'pubg-mobile': known('PUBG MOBILE', 'com.tencent.ig', ['games'], ['violence', 'chat', 'purchases']),
  'stumble-guys': known('Stumble Guys', 'com.kitkagames.fallbuddies', ['games'], ['purchases', 'ads']),
  'geometry-dash': known('Geometry Dash', 'com.robtop.geometryjump com.robtopx.geometryjump', ['games'], ['content']),
  'toca-boca-world': known('Toca Boca World', 'com.tocaboca.tocalifeworld', ['games', 'kids'], ['purchases']),
  chess: known('Chess.com', 'com.chess.iphone com.chess', ['games'], ['chat', 'purchases', 'ads']),
  duolingo: known('Duolingo', 'com.duolingo.DuolingoMobile com.duolingo', ['education'], ['purchases', 'ads']),
  'khan-academy': known('Khan Academy', 'org.khanacademy.Khan-Academy org.khanacademy.android', ['education']),
  photomath: known('Photomath', 'com.microblink.PhotoMath', ['education'], ['purchases']),
  'google-classroom': known('Google Classroom', 'com.google.Classroom com.google.android.apps.classroom', ['education']),
  'scratch-jr': known('ScratchJr', 'org.scratchjr.android', ['education', 'creativity', 'kids']),
  wikipedia: known('Wikipedia', 'org.wikimedia.wikipedia org.wikipedia', ['reading', 'education']),
  kindle: known('Kindle', 'com.amazon.Lassen com.amazon.kindle', ['reading'], ['purchases']),
  audible: known('Audible', 'com.audible.iphone com.audible.application', ['reading'], ['purchases']),
  canva: known('Canva', 'com.canva.canvaeditor com.canva.editor', ['creativity'], ['purchases']),
  capcut: known('CapCut', 'com.lemon.lvoverseas', ['creativity', 'video'], ['purchases', 'ads'], 13),
  chatgpt: known('ChatGPT', 'com.openai.chat com.openai.chatgpt', ['tools', 'education'], ['purchases'], 13),
  amazon: known('Amazon', 'com.amazon.Amazon com.amazon.mShop.android.shopping', ['shopping'], ['purchases', 'ads']),
  'google-maps': known('Google Maps', 'com.google.Maps com.google.android.apps.maps', ['maps'], ['location']),
  waze: known('Waze', 'com.waze.iphone com.waze', ['maps'], ['location', 'ads']),
  'google-translate': known('Google Translate', 'com.google.Translate com.google.android.apps.translate', ['tools', 'education']),
  'google-photos': known('Google Photos', 'com.google.photos com.google.android.apps.photos', ['photo']),
  'google-drive': known('Google Drive', 'com.google.Drive com.google.android.apps.docs', ['tools']),
  gmail: known('Gmail', 'com.google.Gmail com.google.android.gm', ['communication'], ['chat']),
  google: known('Google', 'com.google.GoogleMobile com.google.android.googlequicksearchbox', ['tools'], ['web', 'ads']),
  chrome: known('Google Chrome', 'com.google.chrome.ios com.android.chrome', ['browser'], ['web']),
  firefox: known('Firefox', 'org.mozilla.ios.Firefox org.mozilla.firefox', ['browser'], ['web']),
  safari: known('Safari', 'com.apple.mobilesafari', ['browser'], ['web']),
  'app-store': known('App Store', 'com.apple.AppStore', ['store'], ['purchases']),
  'play-store': known('Google Play Store', 'com.android.vending', ['store'], ['purchases']),
  camera: known('Camera', 'com.apple.camera com.google.android.GoogleCamera', ['photo']),
  photos: known('Photos', 'com.apple.mobileslideshow', ['photo']),
  messages: known('Messages', 'com.apple.MobileSMS com.google.android.apps.messaging', ['communication'], ['chat']),
  calculator: known('Calculator', 'com.apple.calculator com.google.android.calculator', ['tools']),
  clock: known('Clock', 'com.apple.mobiletimer com.google.android.deskclock', ['tools']),
} satisfies Record<string, KnownApp>;

export type AppKey = keyof typeof KNOWN_APPS;

/** An id in the catalog's spelling, with its app. */
type KnownId = { id: string; key: AppKey };

const BY_ID: ReadonlyMap<string, KnownId> = new Map(
  (Object.keys(KNOWN_APPS) as Array<AppKey>).flatMap((key) => KNOWN_APPS[key].ids.map((id) => [id.toLowerCase(), { id, key }] as const)),
);

/** Returns the app with this id on either system, ignoring case, or null. */
export function findKnownApp(bundleId: string): AppKey | null {
  return findKnownId(bundleId)?.key ?? null;
}

/** Returns the app and the catalog's spelling of its id, or null. Requests to other services use that spelling. */
export function findKnownId(bundleId: string): KnownId | null {
  return BY_ID.get(bundleId.toLowerCase()) ?? null;
}
