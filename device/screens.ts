import type { Screen } from './samples.ts';
import { mixSeed } from './screen-seed.ts';

/** What an app shows. `flagged`: lines that a search of the text finds, or nearly finds; at most one is on a screen. */
type Scene = {
  app: Screen['app'];
  titles: ReadonlyArray<string>;
  lines: ReadonlyArray<string>;
  flagged: ReadonlyArray<string>;
  count: number;
};

/** One screen in so many has a flagged line. */
const FLAGGED_EVERY = 6;

const CHAT: Scene = {
  app: { id: 'com.example.chat', name: 'Chat' },
  titles: ['Noor', 'Football U15', 'Class 9b', 'Sam'],
  lines: [
    'Are you coming to the park?',
    'Can’t, homework first',
    'Did you see the last round?',
    'haha yes',
    'I have to be home at eight',
    'don’t listen to them',
    'Who brings the cake?',
    'See you tomorrow at the bus',
    'Send me the math solutions please',
    'До завтра',
  ],
  flagged: [
    'Meet at the skate park?',
    'Did you see the headshot in the last round?',
    'haha yes, in the killer app',
    'nobody likes you in that group',
    'Kaan brings vodka to the party',
    'no way, my parents would kill me',
    'damn, I forgot the book',
    '明天见！',
  ],
  count: 7,
};
const WEB: Scene = {
  app: { id: 'com.example.browser', name: 'Browser' },
  titles: ['How do volcanoes work?', 'Bus timetable line 12', 'Recipe: pancakes'],
  lines: [
    'Search results',
    'A volcano is a vent in the crust of a planet.',
    'Line 12 runs every ten minutes until 20:00.',
    'Mix flour, milk and two eggs.',
    'Related: earthquakes, geysers, plates',
    'Next bus in 4 minutes',
    'Serve with fruit or honey.',
  ],
  flagged: ['Vaping is not allowed under 18.', 'Cheap vape shops near you (ad)'],
  count: 6,
};
const GAME: Scene = {
  app: { id: 'com.example.game', name: 'Castle Raid' },
  titles: ['Level 12', 'Lobby', 'Results'],
  lines: ['Score 4,210', 'Pass the ball to score', 'Team red is ready', 'You lost 2 lives', 'gg, well played', 'Next level'],
  flagged: ['Shoot the ball to score', 'I hate you all, noobs'],
  count: 4,
};
const VIDEO: Scene = {
  app: { id: 'com.example.video', name: 'Video' },
  titles: ['Building a tree house', 'Top 10 goals', 'Guitar lesson 3'],
  lines: ['1.2M views', 'Subscribe for more', 'Comments (318)', 'So cool, thank you!', 'First!', 'Up next: chords for beginners'],
  flagged: ['Best casino tricks (ad)'],
  count: 5,
};
const SCENES = [CHAT, WEB, GAME, VIDEO];
const LOCKED: Scene = {
  app: { id: 'app.porchlight.child', name: 'Porchlight' },
  titles: ['This device is blocked'],
  lines: ['This device is blocked.', 'Emergency calls still work.'],
  flagged: [],
  count: 2,
};

/**
 * Returns what is on the screen of a simulated device at an instant. The same seed and instant give the same screen, in NFC. `app`: the app
 * in the foreground, null for any. `isLocked`: the device is blocked or paused.
 */
export function screenAt(
  seed: number,
  at: number,
  { app, isLocked, isTablet }: { app: Screen['app'] | null; isLocked: boolean; isTablet: boolean },
): Screen {
  const random = mixSeed(seed, at);
  const scene = isLocked ? LOCKED : (SCENES[random(SCENES.length)] ?? CHAT);
  const title = scene.titles[random(scene.titles.length)] ?? '';
  const from = random(scene.lines.length);
  const lines = Array.from({ length: scene.count }, (_, index) => scene.lines[(from + index) % scene.lines.length] ?? '');
  const flagged = random(FLAGGED_EVERY) === 0 ? scene.flagged[random(scene.flagged.length)] : undefined;
  if (flagged !== undefined) lines[random(lines.length)] = flagged;
  const [width, height] = isTablet ? [1024, 768] : [473, 1024];
  const shown = isLocked || app === null ? scene.app : app;
  return { app: shown, title, lines: [shown.name, title, ...lines].map((line) => line.normalize('NFC')), width, height };
}
