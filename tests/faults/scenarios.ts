import type { Scenario } from './scenario.ts';
import { alarms } from './scenarios/alarms.ts';
import { atOnce } from './scenarios/at-once.ts';
import { clockChange, clockJumps } from './scenarios/clocks.ts';
import { crowd, hostile } from './scenarios/crowd.ts';
import { kill } from './scenarios/kill.ts';
import { killNode } from './scenarios/kill-node.ts';
import { blackHole, cut, slowReader } from './scenarios/lines.ts';
import { lostAnswers } from './scenarios/lost-answers.ts';
import { mails } from './scenarios/mails.ts';
import { migrations, oldData } from './scenarios/migrations.ts';
import { money } from './scenarios/money.ts';
import { offlineDay } from './scenarios/offline-day.ts';
import { outOfOrder } from './scenarios/out-of-order.ts';
import { versions } from './scenarios/versions.ts';

/** Every fault of docs/reference/quality.md whose features are built, in the order of its table. */
export const SCENARIOS: ReadonlyArray<Scenario> = [
  kill,
  killNode,
  lostAnswers,
  outOfOrder,
  blackHole,
  cut,
  slowReader,
  crowd,
  hostile,
  atOnce,
  alarms,
  clockJumps,
  clockChange,
  offlineDay,
  mails,
  money,
  migrations,
  oldData,
  versions,
];
