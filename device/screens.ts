import type { Screen } from './samples.ts';
import { mixSeed } from './screen-seed.ts';

type Scene = { app: Screen['app']; titles: ReadonlyArray<string>; lines: ReadonlyArray<string>; count: number };

const CHAT: Scene = {
  app: { id: 'com.example.chat', name: 'Chat' },
  titles: ['Noor', 'Football U15', 'Class 9b', 'Sam'],
  lines: [
    'Are you coming to the skate park?',
    'Can’t, homework first',
    'Did you see the headshot in the last round?',
    'haha yes, in the killer app',
    'I have to be home at eight',
    'nobody likes you in that group',
    'don’t listen to them',
    'Kaan brings vodka to the party',
    'no way, my parents would kill me',
    'See you tomorrow at the bus',
    'Send me the math solutions please',
    'damn, I forgot the book',
    '明天见！',
    'До завтра',
  ],
  count: 7,
};
const WEB: Scene = {
  app: { id: 'com.example.browser', name: 'Browser' },
  titles: ['How do volcanoes work?', 'Bus timetable line 12', 'Cheap vape shops', 'Recipe: pancakes'],
  lines: [
    'Search results',
    'A volcano is a vent in the crust of a planet.',
    'Line 12 runs every ten minutes until 20:00.',
    'Mix flour, milk and two eggs.',
    'Vaping is not allowed under 18.',
    'Related: earthquakes, geysers, plates',
    'Next bus in 4 minutes',
  ],
  count: 6,
};
const GAME: Scene = {
  app: { id: 'com.example.game', name: 'Castle Raid' },
  titles: ['Level 12', 'Lobby', 'Results'],
  lines: [
    'Score 4,210',
    'Shoot the ball to score',
    'Team red is ready',
    'You lost 2 lives',
    'gg, well played',
    'I hate you all, noobs',
    'Next level',
  ],
  count: 4,
};
const VIDEO: Scene = {
  app: { id: 'com.example.video', name: 'Video' },
  titles: ['Building a tree house', 'Top 10 goals', 'Guitar lesson 3'],
  lines: [
    '1.2M views',
    'Subscribe for more',
    'Best casino tricks (ad)',
    'Comments (318)',
    'So cool, thank you!',
    'First!',
    'Up next: chords for beginners',
  ],
  count: 5,
};
const SCENES = [CHAT, WEB, GAME, VIDEO];
const LOCKED: Scene = {
  app: { id: 'app.porchlight.child', name: 'Porchlight' },
  titles: ['This device is blocked'],
  lines: ['This device is blocked.', 'Emergency calls still work.'],
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
  const [width, height] = isTablet ? [1024, 768] : [473, 1024];
  const shown = isLocked || app === null ? scene.app : app;
  return { app: shown, title, lines: [shown.name, title, ...lines].map((line) => line.normalize('NFC')), width, height };
}
